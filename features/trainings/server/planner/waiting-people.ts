import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { PlanRequest, PlanTopic } from '../../../people/contract/plan.ts'
import type { Place } from '../../../people/server/plan-place.ts'
import { maxPlanned } from '../../contract/planner.ts'

export type WaitingPerson = { id: number; name: string; company: string; waitingDays: number }

/** A waiting person with their answers to "Help us plan". An empty list means that anything works. */
export type AnsweredPerson = WaitingPerson &
  Place &
  Pick<PlanRequest, 'groupSize' | 'topics' | 'months' | 'weekdays' | 'format'>

const personColumns = sql`w.id, w.name, coalesce(w.company, '') as company,
  greatest(0, extract(epoch from now() - w.created_at) / 86400)::int as "waitingDays"`
const planColumns = sql`p.city, p.state, p.zip, p.group_size as "groupSize", p.topics, p.months, p.weekdays, p.format`

/**
 * Waitlist entries `w` that can be planned: the label is New or Contacted, and the person, whichever of their entries it
 * is about, has no open offer and no training ahead. The others were offered a day, have one, or want none.
 */
const isWaiting = sql`w.suspected_at is null and w.deleted_at is null and w.status in ('new', 'contacted')
  and not exists (
    select from training_waitlist as own join offers on offers.entry_id = own.id
    where lower(own.email) = lower(w.email) and offers.status in ('draft', 'sent', 'other-days'))
  and not exists (
    select from training_waitlist as own join trainings on trainings.entry_id = own.id
    where lower(own.email) = lower(w.email) and trainings.canceled_at is null and trainings.held_at is null)`

/**
 * Lists people who have answered "Help us plan", longest wait first. Someone with several entries is listed once, with
 * the wait of the first and the answers of the latest.
 */
export async function listAnswered(
  db: Queryable,
  topic?: PlanTopic,
): Promise<{ people: AnsweredPerson[]; isCut: boolean }> {
  const wantsTopic = topic ? sql`and (p.topics = '{}' or p.topics @> array[${topic}]::text[])` : sql``
  const { rows } = await db.execute<AnsweredRow>(sql`
    select ${personColumns}, ${planColumns}, lower(w.email) as email, p.updated_at::text as "updatedAt"
    from training_waitlist as w join plan_answers as p on p.entry_id = w.id
    where ${isWaiting} ${wantsTopic}
    order by w.created_at, w.id limit ${maxPlanned + 1}`)
  const byEmail = Map.groupBy(rows.slice(0, maxPlanned), ({ email }) => email)
  return { people: [...byEmail.values()].map(joinEntries), isCut: rows.length > maxPlanned }
}

type AnsweredRow = AnsweredPerson & { email: string; updatedAt: string }

function joinEntries(entries: AnsweredRow[]): AnsweredPerson {
  const latest = entries.reduce((one, other) => (other.updatedAt > one.updatedAt ? other : one))
  const { email: _, updatedAt: __, ...person } = latest
  return { ...person, waitingDays: Math.max(...entries.map(({ waitingDays }) => waitingDays)) }
}

/** Lists people who have not answered, longest wait first. */
export async function listUnanswered(
  db: Queryable,
  limit: number,
): Promise<{ people: WaitingPerson[]; hasMore: boolean }> {
  const { rows } = await db.execute<WaitingPerson>(sql`
    select ${personColumns} from training_waitlist as w
    where ${isWaiting} and not exists (select from plan_answers where entry_id = w.id)
    order by w.created_at, w.id limit ${limit + 1}`)
  return { people: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** Finds some entries with their answers, and whether they can be planned. */
export async function findEntries(
  db: Queryable,
  ids: number[],
): Promise<(AnsweredPerson & { isWaiting: boolean })[]> {
  const { rows } = await db.execute<AnsweredPerson & { isWaiting: boolean }>(sql`
    select ${personColumns}, ${planColumns}, ${isWaiting satisfies SQL} as "isWaiting"
    from training_waitlist as w left join plan_answers as p on p.entry_id = w.id
    where w.id = any(${sql.param(ids)}::int[])
    order by w.id`)
  return rows
}
