import { and, asc, between, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { followUpFigures } from '../../follow-up/server/gatherings.ts'
import type { DayRange, InsightsPart } from '../../manifest/insights-part.ts'
import { type EventFigures, eventFigures } from '../contract/event-figures.ts'
import { eventRegistrations, events } from '../schema.ts'

async function readFigures(db: Queryable, { from, to }: DayRange): Promise<EventFigures> {
  const { id, title, day, seats, taken: registered } = events
  const dates = await db
    .select({ id, title, day, seats, registered, ...followUpFigures(sql`${events.uid}`) })
    .from(events)
    .where(and(eq(events.status, 'published'), between(events.day, from, to)))
    .orderBy(asc(events.day), asc(events.id))
  return { dates }
}

export const eventInsights: InsightsPart = {
  figures: {
    name: 'events',
    schema: eventFigures,
    async read(db, range) {
      const figures = await readFigures(db, range)
      const rows = [
        ['Date', 'Day', 'Seats', 'Registered', 'Came', 'Answers', 'No answer', 'Rating'],
        ...figures.dates.map(({ title, day, seats, registered, came, answers, rating }) => [
          ...[title, day, seats ?? '', registered, came, answers, Math.max(0, came - answers), rating ?? ''],
        ]),
      ]
      return { figures, rows }
    },
  },
  signUps: [
    {
      form: 'event',
      label: 'Public dates',
      table: eventRegistrations,
      at: sql`created_at`,
      isCounted: sql`status <> 'suspect' and not is_walk_in`,
    },
  ],
}
