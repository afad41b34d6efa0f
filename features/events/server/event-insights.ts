import { and, between, eq, sql } from 'drizzle-orm'
import { followUpFigures } from '../../follow-up/server/gatherings.ts'
import type { InsightsPart } from '../../manifest/insights-part.ts'
import { eventFigures } from '../contract/event-figures.ts'
import { eventRegistrations, events } from '../schema.ts'

const { id, title, day, seats, taken, status } = events
const columns = { id, title, day, seats, registered: taken, ...followUpFigures(sql`${events.uid}`) }

export const eventInsights: InsightsPart = {
  figures: {
    name: 'events',
    schema: eventFigures,
    async read(db, { from, to }) {
      const isCounted = and(eq(status, 'published'), between(day, from, to))
      const dates = await db.select(columns).from(events).where(isCounted).orderBy(day, id)
      const rows = dates.map(({ title, day, seats, registered, came, answers, rating }) => [
        ...[title, day, seats ?? '', registered, came, answers, came - answers, rating ?? ''],
      ])
      const headings = ['Date', 'Day', 'Seats', 'Registered', 'Came', 'Answers', 'No answer', 'Rating']
      return { figures: { dates }, rows: [headings, ...rows] }
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
