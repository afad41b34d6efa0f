import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { type DayRange, type InsightsPart, perHundred, within } from '../../manifest/insights-part.ts'
import { type TrainingFigures, trainingFigures } from '../contract/training-figures.ts'
import { offers, trainings } from '../schema.ts'

/** Counts offers and booked days. Those of erased people count as long as their rows are there: held days stay. */
async function countTrainings(db: Queryable, range: DayRange): Promise<TrainingFigures> {
  const { rows } = await db.execute<Omit<TrainingFigures, 'offers'> & TrainingFigures['offers']>(
    sql`select
      (select count(*)::int from ${offers} where ${within(sql`sent_at`, range)}) as sent,
      (select count(*)::int from ${offers} where ${within(sql`sent_at`, range)} and status = 'accepted') as accepted,
      (select count(*)::int from ${trainings}
        where day between ${range.from} and ${range.to} and held_at is not null) as held,
      count(*)::int as booked,
      round(percentile_cont(0.5) within group (
        order by day - (joined_at at time zone ${range.timeZone})::date))::int as "medianDays"
      from ${trainings} where canceled_at is null and ${within(sql`booked_at`, range)}`,
  )
  const { sent, accepted, ...booked } = oneRow(rows)
  return { offers: { sent, accepted }, ...booked }
}

export const trainingInsights: InsightsPart = {
  figures: {
    name: 'trainings',
    schema: trainingFigures,
    async read(db, range) {
      const figures = await countTrainings(db, range)
      const { offers, booked, medianDays, held } = figures
      const rows = [
        ['Trainings', 'Number'],
        ['Offers sent', offers.sent],
        ['Offers accepted', offers.accepted],
        ['Offers accepted per 100 sent', offers.sent === 0 ? '' : perHundred(offers.accepted, offers.sent)],
        ['Days booked', booked],
        ['Median days from joining to the booked day', medianDays ?? ''],
        ['Days held', held],
      ]
      return { figures, rows }
    },
  },
}
