import type { App, Readiness } from './app.ts'
import { isOverloaded } from './guards/overload.ts'

export type ReadinessDeps = {
  readiness: Readiness
  /** Explains to the person who runs the server why the database cannot be written to; undefined if it can */
  databaseTrouble: () => string | undefined
}

/** Tells the person who runs the server why this instance should get no visitors. Undefined while it is ready. */
export function explainNotReady(app: App, { readiness, databaseTrouble }: ReadinessDeps): string | undefined {
  if (readiness.draining) return 'It is shutting down.'
  if (!readiness.ready) return 'It is starting.'
  if (isOverloaded(app)) return 'It is overloaded: requests wait for the processor.'
  return databaseTrouble()
}
