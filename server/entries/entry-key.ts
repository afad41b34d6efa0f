import { type EntryKey, entryForms } from '../../contracts/people.ts'
import { orNotFound } from '../http/route.ts'

/** An unknown form is a wrong address (404), not a bad request. */
export function toEntryKey({ form, id }: { form: string; id: number }): EntryKey {
  return { form: orNotFound(entryForms.find((known) => known === form)), id }
}
