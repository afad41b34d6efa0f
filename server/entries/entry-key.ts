import { type EntryKey, entryForms } from '../../contracts/people.ts'
import { orNotFound } from '../http/route.ts'

/** Parses the key of an entry. An unknown form is 404 and not a bad request. */
export function toEntryKey({ form, id }: { form: string; id: number }): EntryKey {
  return { form: orNotFound(entryForms.find((known) => known === form)), id }
}
