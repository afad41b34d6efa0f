import { hasStatus } from '../api-failures.ts'

type Waiting = { promise: Promise<boolean>; settle: (signedIn: boolean) => void }

let waiting: Waiting | undefined
const listeners = new Set<() => void>()

/** The open question for `useSyncExternalStore`; undefined while none is open. */
export const signInQuestion = {
  read: () => waiting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * Sends a request. If the session has ended, the user signs in over whatever is open and the request is sent once
 * more; if they close the dialog instead, the 401 is thrown.
 */
export async function callSignedIn<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (!hasStatus(error, 401) || !(await askToSignIn())) throw error
    return send()
  }
}

/** Opens the sign-in dialog, or waits for the one that is already open. Resolves to true after signing in. */
export function askToSignIn(): Promise<boolean> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const settle = (signedIn: boolean) => {
      show(undefined)
      resolve(signedIn)
    }
    show({ promise, settle })
    return promise
  }
  return waiting.promise
}

function show(next: Waiting | undefined): void {
  waiting = next
  for (const listener of listeners) listener()
}
