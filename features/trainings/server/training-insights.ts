import { type SQL, sql } from 'drizzle-orm'
import { typeMoney } from '../../../core/contract/money.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { followUpFigures } from '../../follow-up/server/gatherings.ts'
import { type DayRange, type InsightsPart, perHundred, within } from '../../manifest/insights-part.ts'
import { type TrainingFigures, trainingFigures } from '../contract/training-figures.ts'
import { offers, trainings } from '../schema.ts'
import { restOfPrice } from './booked/training-lines.ts'

/** Counts offers and booked days. Those of erased people count as long as their rows are there: held days stay. */
async function countTrainings(db: Queryable, range: DayRange): Promise<TrainingFigures> {
  const isHeld = sql`day between ${range.from} and ${range.to} and held_at is not null`
  const { came, answers, rating } = followUpFigures(sql`select uid from ${trainings} where ${isHeld}`)
  const { rows } = await db.execute<Omit<TrainingFigures, 'offers' | 'revenue'> & TrainingFigures['offers']>(
    sql`select
      (select count(*)::int from ${offers} where ${within(sql`sent_at`, range)}) as sent,
      (select count(*)::int from ${offers} where ${within(sql`sent_at`, range)} and status = 'accepted') as accepted,
      (select count(*)::int from ${trainings} where ${isHeld}) as held,
      ${came} as came, ${answers} as answers, ${rating} as rating,
      count(*)::int as booked,
      round(percentile_cont(0.5) within group (
        order by day - (joined_at at time zone ${range.timeZone})::date))::int as "medianDays"
      from ${trainings} where canceled_at is null and ${within(sql`booked_at`, range)}`,
  )
  const { sent, accepted, ...booked } = oneRow(rows)
  return { offers: { sent, accepted }, ...booked, revenue: await sumRevenue(db, range) }
}

/** Money of days that were not canceled. A deposit counts when it is paid, and the rest with the whole. */
async function sumRevenue(db: Queryable, range: DayRange): Promise<TrainingFigures['revenue']> {
  const inRange = (day: SQL) => sql`${day} between ${range.from} and ${range.to}`
  const { rows } = await db.execute<TrainingFigures['revenue'][number]>(
    sql`select currency, sum(booked)::int as booked, sum(paid)::int as paid from (
        select currency, case when ${within(sql`booked_at`, range)} then amount else 0 end as booked,
          case when ${inRange(sql`deposit_paid_on`)} then coalesce(deposit, 0) else 0 end
            + case when ${inRange(sql`paid_on`)}
              then ${restOfPrice} else 0 end as paid
        from ${trainings} where canceled_at is null and amount is not null
          and (${within(sql`booked_at`, range)} or ${inRange(sql`deposit_paid_on`)} or ${inRange(sql`paid_on`)})
      ) as amounts group by currency order by currency`,
  )
  return rows
}

export const trainingInsights: InsightsPart = {
  figures: {
    name: 'trainings',
    schema: trainingFigures,
    async read(db, range) {
      const figures = await countTrainings(db, range)
      const { offers, booked, medianDays, held, came, answers, rating, revenue } = figures
      const rows = [
        ['Trainings', 'Number'],
        ['Offers sent', offers.sent],
        ['Offers accepted', offers.accepted],
        ['Offers accepted per 100 sent', offers.sent === 0 ? '' : perHundred(offers.accepted, offers.sent)],
        ['Days booked', booked],
        ['Median days from joining to the booked day', medianDays ?? ''],
        ['Days held', held],
        ['People who came', came],
        ['Answers to the questions after the day', answers],
        ['Rating (1 to 5)', rating ?? ''],
        ...revenue.flatMap((sum) => [
          [`Price of the booked days (${sum.currency})`, typeMoney(sum.booked)],
          [`Paid (${sum.currency})`, typeMoney(sum.paid)],
        ]),
      ]
      return { figures, rows }
    },
  },
}
