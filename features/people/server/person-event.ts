import type { PersonEvent } from '../contract/people.ts'

/** An event of a person's timeline; none without a time. `parts` are those that few events have. */
export const personEvent = (
  at: Date | string | null,
  kind: PersonEvent['kind'],
  text: string,
  parts: Partial<PersonEvent> = {},
): PersonEvent[] =>
  at ? [{ at: new Date(at).toISOString(), kind, text, consent: null, entry: null, mail: null, ...parts }] : []
