import { orNotFound } from '../../../core/server/http/route.ts'
import { type EntryKey, entryForms } from '../contract/people.ts'

/** Parses the key of an entry. An unknown form responds 404, not 400. */
export function toEntryKey({ form, id }: { form: string; id: number }): EntryKey {
  return { form: orNotFound(entryForms.find((known) => known === form)), id }
}
