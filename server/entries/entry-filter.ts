import { type SQL, sql } from 'drizzle-orm'
import { type EntryForm, entryForms, type PeopleFilter } from '../../contracts/people.ts'
import { matchWords, toWordQuery } from '../db/prefix-tsquery.ts'

/** True if the filter needs the indexes of words and tags instead of the index by time */
export function isByIndex(filter: PeopleFilter): boolean {
  return toWordQuery(filter.q) !== undefined || filter.tag !== undefined
}

export const wantedForms = ({ form }: PeopleFilter): readonly EntryForm[] => (form ? [form] : entryForms)

export function conditions({ view, status, tag, q }: PeopleFilter): SQL[] {
  const wanted = {
    people: [sql`suspected_at is null`, sql`deleted_at is null`],
    spam: [sql`suspected_at is not null`, sql`deleted_at is null`],
    deleted: [sql`deleted_at is not null`],
  }[view]
  const words = matchWords(sql`search`, 'simple', q)
  if (status) wanted.push(sql`status = ${status}`)
  if (tag !== undefined) wanted.push(sql`tags @> array[${tag}]::text[]`)
  if (words) wanted.push(words)
  return wanted
}

export const cursorOf = ({ micros, form, id }: { micros: string; form: EntryForm; id: number }) =>
  `${micros}_${form}_${id}`

/** Conditions for the entries of one form after the cursor, in descending order of time, form, and id. */
export function after(form: EntryForm, cursor: string | undefined): SQL {
  if (cursor === undefined) return sql`true`
  const [micros = '', lastForm = '', id = ''] = cursor.split('_')
  const at = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
  if (form === lastForm) return sql`(created_at, id) < (${at}, ${Number(id)})`
  return form < lastForm ? sql`created_at <= ${at}` : sql`created_at < ${at}`
}

export const together = (each: SQL[]) => sql`select * from (${sql.join(each, sql` union all `)}) as entries`
