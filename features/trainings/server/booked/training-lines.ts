import { sql } from 'drizzle-orm'
import { formatShortDay, formatWeekday } from '../../../../core/contract/format-date.ts'
import { formatMoney } from '../../../../core/contract/money.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { userName } from '../../../accounts/server/display-name.ts'
import { line, nameOf, readFirst, type Section, type TodayClock } from '../../../manifest/today-section.ts'
import type { TrainingFormat } from '../../contract/training-fields.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { describeGaps } from '../../contract/trainings.ts'
import { isNotHeld } from '../replace-trainer.ts'

/** Days ahead for which trainings are listed */
const upcomingDays = 14
/** Days of a trainer that are named in one line */
const maxDays = 6

const withPerson = sql`trainings left join training_waitlist as person on person.id = trainings.entry_id`
/** A deleted person has no name here from the moment of the deletion. */
const columns = sql`trainings.id, day,
  case when person.deleted_at is null then coalesce(person.name, contact_name) end as name,
  case when person.deleted_at is null then person.company end as company,
  case when person.deleted_at is null then lower(coalesce(person.email, nullif(contact_email, ''))) end as email`

type Training = { id: number; day: string; name: string | null; company: string | null; email: string | null }

const trainingLine = (row: Training, note: string) =>
  line({
    key: String(row.id),
    text: `${formatWeekday(row.day)}: ${nameOf(row) || 'a training'}`,
    note,
    href: trainingPaths.adminTraining(row.id),
    emails: row.email ? [row.email] : [],
  })

type Upcoming = Training & {
  format: TrainingFormat
  place: string
  contactPhone: string
  headCount: number | null
  openTasks: number
}

/** Booked days of the next two weeks, and what is missing for each */
export async function listUpcoming(db: Queryable, { today }: TodayClock): Promise<Section> {
  const { rows, more } = await readFirst<Upcoming>(db, {
    columns: sql`${columns}, format, place, contact_phone as "contactPhone", head_count as "headCount",
      (select count(*)::int from training_tasks where training_id = trainings.id and done_at is null) as "openTasks"`,
    from: sql`${withPerson} where canceled_at is null and held_at is null
      and day between ${today}::date and ${today}::date + ${upcomingDays}::int`,
    order: sql`day, trainings.id`,
  })
  const lines = rows.map((row) => trainingLine(row, describeGaps(row) || 'Everything is ready.'))
  return { id: 'trainings', lines, more, moreHref: trainingPaths.adminTab('booked') }
}

/** Past days that no one has marked as held or canceled */
export async function listPast(db: Queryable, { today }: TodayClock): Promise<Section> {
  const { rows, more } = await readFirst<Training>(db, {
    columns,
    from: sql`${withPerson} where canceled_at is null and held_at is null and day < ${today}::date`,
    order: sql`day, trainings.id`,
  })
  const lines = rows.map((row) => trainingLine(row, 'Mark it as held, or cancel it.'))
  return { id: 'past', lines, more, moreHref: trainingPaths.adminTab('booked') }
}

/** What is left to pay of the amount of a training, with or without its deposit */
export const restOfPrice = sql`amount - case when deposit_paid_on is null then 0 else coalesce(deposit, 0) end`

type Owing = Training & { isOver: boolean; currency: string; due: number }

/** Deposits of booked days, and prices of days that are over, that are not paid yet */
export async function listDue(db: Queryable, { today }: TodayClock): Promise<Section> {
  const isOver = sql`(held_at is not null or day < ${today}::date)`
  const { rows, more } = await readFirst<Owing>(db, {
    columns: sql`${columns}, currency, ${isOver} as "isOver", case when ${isOver} then ${restOfPrice} else deposit end as due`,
    from: sql`${withPerson} where canceled_at is null and amount is not null and paid_on is null
      and (${isOver} or deposit is not null and deposit_paid_on is null)`,
    order: sql`day, trainings.id`,
  })
  const lines = rows.map((row) => {
    const part = row.isOver ? 'Payment' : 'Deposit'
    return trainingLine(row, `${part} of ${formatMoney(row.due, row.currency)} isn’t paid yet.`)
  })
  return { id: 'due', lines, more, moreHref: trainingPaths.adminTab('booked') }
}

type Former = { id: number; name: string; email: string | null; count: number; days: string[] }

/** Trainers whose access has ended, with the held and booked days that need another trainer */
export async function listFormerTrainers(db: Queryable, { today }: TodayClock): Promise<Section> {
  const ahead = sql`from trainer_days where trainer_id = users.id and day >= ${today}::date and ${isNotHeld}`
  const { rows, more } = await readFirst<Former>(db, {
    columns: sql`users.id, ${userName} as name, lower(email) as email,
      (select count(*)::int ${ahead}) as count,
      array(select day::text ${ahead} order by day limit ${maxDays}) as days`,
    from: sql`users where disabled_at is not null and exists (select ${ahead})`,
    order: sql`users.id`,
  })
  const lines = rows.map(({ id, name, email, count, days }) =>
    line({
      key: String(id),
      text: `${count === 1 ? 'One day' : `${count} days`} of ${name}, whose access has ended`,
      note: `${days.map(formatShortDay).join(', ')}${count > days.length ? ', and more' : ''}`,
      href: trainingPaths.adminTab('calendar'),
      trainerId: id,
      emails: email ? [email] : [],
    }),
  )
  return { id: 'trainers', lines, more, moreHref: trainingPaths.adminTab('calendar') }
}

export async function countUpcoming(db: Queryable, { today }: TodayClock): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from trainings where canceled_at is null and held_at is null and day >= ${today}::date`,
  )
  return rows[0]?.count ?? 0
}
