import { asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { countRows } from '../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { cutPage, type Page } from '../../../core/server/db/page.ts'
import { refuse } from '../../../core/server/errors.ts'
import { users } from '../../accounts/schema/accounts.ts'
import { userName } from '../../accounts/server/display-name.ts'
import { followUpFigures } from '../../follow-up/server/gatherings.ts'
import type { Event, EventView } from '../contract/events.ts'
import { events } from '../schema.ts'
import { endOfEvent } from './event-row.ts'

const { sequence: _s, dayChosenAt: _d, createdBy: _b, createdAt: _a, ...columns } = getTableColumns(events)

const isOver = sql<boolean>`${endOfEvent} <= clock_timestamp()`

/** Lists dates: coming ones by day, others from the latest day. */
export async function listEvents(
  db: Queryable,
  { view, limit, cursor }: { view: EventView; limit: number; cursor?: string | undefined },
): Promise<Page<Event, string>> {
  const isPast = view === 'past'
  const isInView = isPast ? isOver : sql`not ${isOver}`
  const direction = isPast ? desc : asc
  const order = [direction(events.day), direction(events.id)]
  const [day, id] = cursor?.split('_') ?? []
  const after = sql`(day, events.id) ${sql.raw(isPast ? '<' : '>')} (${day}::date, ${id}::bigint)`
  const [rows, total] = await Promise.all([
    readEvents(db, cursor ? sql`${isInView} and ${after}` : isInView, order, limit + 1),
    countRows(db, events, isInView),
  ])
  return cutPage(rows, limit, total, (event) => `${event.day}_${event.id}`)
}

/** The problem of a save that is based on an earlier version, with the row as it is now */
export const changedByOther = (current: object | undefined) =>
  refuse('Someone else changed this in the meantime. Check what it is now, then try again.', { current })

export async function findEvent(db: Queryable, id: number): Promise<Event | undefined> {
  const [event] = await readEvents(db, eq(events.id, id), [], 1)
  return event
}

async function readEvents(db: Queryable, where: SQL, order: SQL[], limit: number): Promise<Event[]> {
  const parties = sql`from event_registrations where event_id = ${events.id}`
  const rows = await db
    .select({
      ...columns,
      waiting: sql<number>`(select count(*)::int ${parties} and status = 'waiting')`,
      waitingSeats: sql<number>`(select coalesce(sum(party), 0)::int ${parties} and status = 'waiting')`,
      suspect: sql<number>`(select count(*)::int ${parties} and status = 'suspect')`,
      came: followUpFigures(sql`${events.uid}`).came,
      trainerName: sql<string | null>`${userName}`,
      isOver,
    })
    .from(events)
    .leftJoin(users, eq(users.id, events.trainerId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
  return rows.map(withIsoTimes)
}
