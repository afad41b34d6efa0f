import { and, or, type SQL, sql } from 'drizzle-orm'
import { type EntryForm, entryForms, type PeopleFilter } from '../../contracts/people.ts'
import { matchWords, toWordQuery } from '../db/prefix-tsquery.ts'
import { type NamedPlace, readPlace } from './plan-place.ts'

/** True if the filter needs the indexes of words, tags, and plans instead of the index by time */
export function isByIndex(filter: PeopleFilter): boolean {
  return (
    toWordQuery(filter.q) !== undefined || filter.tag !== undefined || planConditions(filter) !== undefined
  )
}

export function wantedForms(filter: PeopleFilter): readonly EntryForm[] {
  if (isAboutPlans(filter)) return ['waitlist']
  return filter.form ? [filter.form] : entryForms
}

/** True if the filter finds only people on the waitlist, because only they are asked for a plan */
const isAboutPlans = ({ plan, topic, place }: PeopleFilter) => Boolean(plan || topic || place?.trim())

export function conditions(filter: PeopleFilter): SQL[] {
  const { view, status, tag, q, plan } = filter
  const wanted = {
    people: [sql`suspected_at is null`, sql`deleted_at is null`],
    spam: [sql`suspected_at is not null`, sql`deleted_at is null`],
    deleted: [sql`deleted_at is not null`],
  }[view]
  const words = matchWords(sql`search`, 'simple', q)
  if (status) wanted.push(sql`status = ${status}`)
  if (tag !== undefined) wanted.push(sql`tags @> array[${tag}]::text[]`)
  if (words) wanted.push(words)
  if (isAboutPlans(filter) && filter.form === 'contact') wanted.push(sql`false`)
  const planned = planConditions(filter)
  if (planned) wanted.push(sql`id in (select entry_id from plan_answers where ${and(...planned)})`)
  if (plan === 'missing') wanted.push(sql`not exists (select from plan_answers where entry_id = id)`)
  return wanted
}

/** Conditions for the answers of an entry. Undefined if the filter does not need any answers. */
function planConditions({ plan, topic, place = '' }: PeopleFilter): SQL[] | undefined {
  const places = readPlace(place)
  if (plan !== 'answered' && !topic && places.length === 0) return undefined
  return [
    sql`true`,
    ...(topic ? [sql`topics @> array[${topic}]::text[]`] : []),
    ...(places.length > 0 ? [sql`(${or(...places.map(isAt))})`] : []),
  ]
}

const isAt = ({ city, state, zip }: NamedPlace) =>
  and(
    city === undefined ? undefined : sql`lower(city) = lower(${city})`,
    state === undefined ? undefined : sql`lower(state) = lower(${state})`,
    zip === undefined ? undefined : sql`left(zip, 3) = ${zip}`,
  )

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
