import { type SQL, sql } from 'drizzle-orm'
import { type EntryForm, entryForms, type PeopleFilter } from '../../contracts/people.ts'
import { matchWords, toWordQuery } from '../db/prefix-tsquery.ts'
import { entryTables } from './entry-tables.ts'

/** The user who reads a list, and the current day in the site's time zone. Filters by next steps depend on both. */
export type Viewer = { userId: number; today: string }
export type EntryFilter = PeopleFilter & { viewer: Viewer }

/** True if the filter needs the indexes of words and tags instead of the index by time */
export function isByIndex({ q, tag, step }: PeopleFilter): boolean {
  return toWordQuery(q) !== undefined || tag !== undefined || (step !== undefined && step !== 'none')
}

export const wantedForms = ({ form }: PeopleFilter): readonly EntryForm[] => (form ? [form] : entryForms)

/** Conditions for the listed entries of a form. `find` uses indexes; `scan` tests each entry from the newest on. */
export function conditions(filter: EntryFilter, form: EntryForm, way: 'find' | 'scan'): SQL[] {
  const { view, status, tag, q } = filter
  const wanted = {
    people: [sql`suspected_at is null`, sql`deleted_at is null`],
    spam: [sql`suspected_at is not null`, sql`deleted_at is null`],
    deleted: [sql`deleted_at is not null`],
  }[view]
  const words = matchWords(sql`search`, 'simple', q)
  if (status) wanted.push(sql`status = ${status}`)
  if (tag !== undefined) wanted.push(sql`tags @> array[${tag}]::text[]`)
  if (words) wanted.push(words)
  const step = stepCondition(filter, form, way)
  if (step) wanted.push(step)
  return wanted
}

function stepCondition(
  { step, viewer }: EntryFilter,
  form: EntryForm,
  way: 'find' | 'scan',
): SQL | undefined {
  if (step === undefined) return undefined
  // A lookup in the index for each tested entry. With a join, the planner would read all steps first.
  const openStep = (condition: SQL) =>
    sql`(select id from next_steps where email = lower(${entryTables[form].email}) and done_at is null and ${condition})`
  if (step === 'none') return sql`${openStep(sql`true`)} is null`
  const isWanted = {
    due: sql`due_on <= ${viewer.today}::date`,
    mine: sql`owner_id = ${viewer.userId}`,
    any: sql`true`,
  }[step]
  return way === 'scan'
    ? sql`${openStep(isWanted)} is not null`
    : sql`lower(email) = any(array(select email from next_steps where done_at is null and ${isWanted}))`
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
