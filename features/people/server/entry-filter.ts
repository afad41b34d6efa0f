import { and, or, type SQL, sql } from 'drizzle-orm'
import { matchWords } from '../../../core/server/db/prefix-tsquery.ts'
import { type EntryForm, entryForms, type PeopleFilter } from '../contract/people.ts'
import { hasTopic, planAnswers } from '../schema/plan.ts'
import { entryTables } from './entry-tables.ts'
import { type NamedPlace, readPlace } from './plan-place.ts'

/** The user who reads a list, and the current day in the site's time zone. Filters by next steps depend on both. */
export type Viewer = { userId: number; today: string }
export type EntryFilter = PeopleFilter & { viewer: Viewer }

export function wantedForms(filter: PeopleFilter): readonly EntryForm[] {
  if (isAboutPlans(filter)) return ['waitlist']
  return filter.form ? [filter.form] : entryForms
}

/** True if the filter finds only people on the waitlist, because only they are asked for a plan */
const isAboutPlans = ({ plan, topic, place }: PeopleFilter) => Boolean(plan || topic || place?.trim())

export function conditions(filter: EntryFilter, form: EntryForm): SQL[] {
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
  const step = stepCondition(filter, form)
  if (step) wanted.push(step)
  return wanted
}

function stepCondition({ step, viewer }: EntryFilter, form: EntryForm): SQL | undefined {
  if (step === undefined) return undefined
  const isWanted = {
    none: undefined,
    due: sql`due_on <= ${viewer.today}::date`,
    mine: sql`owner_id = ${viewer.userId}`,
    any: undefined,
  }[step]
  const open = and(sql`email = lower(${entryTables[form].email}) and done_at is null`, isWanted)
  return sql`${sql.raw(step === 'none' ? 'not exists' : 'exists')} (select from next_steps where ${open})`
}

/** Conditions for the answers of an entry. Undefined if the filter does not need any answers. */
function planConditions({ plan, topic, place = '' }: PeopleFilter): SQL[] | undefined {
  const places = readPlace(place)
  if (plan !== 'answered' && !topic && places.length === 0) return undefined
  return [
    sql`true`,
    ...(topic ? [hasTopic(planAnswers.topics, topic)] : []),
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
