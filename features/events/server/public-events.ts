import { and, asc, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { hashToken } from '../../../core/server/http/tokens.ts'
import { pictureAt } from '../../posts/server/post-rows.ts'
import { sanitizePost } from '../../posts/server/rendering/sanitize.ts'
import type { EventView } from '../contract/events.ts'
import { eventRegistrations, events } from '../schema.ts'
import { endOfEvent, isAhead, isOpen, startOfEvent } from './event-row.ts'

const { onlineUrl: _, ...publicColumns } = getTableColumns(events)
/** `isOver`: it has ended, and was not canceled. */
const isOver = sql<boolean>`${events.status} = 'published' and ${endOfEvent} <= clock_timestamp()`
const state = { isAhead, isOpen, isOver, facts: pictureAt(sql`events.picture`) }

/** A date as everyone may see it, without the link to join. `facts` are those of its picture; null if there is none. */
export type PublicEvent = NonNullable<Awaited<ReturnType<typeof findPublicEvent>>>

/** Finds a date that is or was public. A canceled one has its page, too. */
export async function findPublicEvent(db: Queryable, slug: string) {
  const [event] = await db
    .select({ ...publicColumns, ...state })
    .from(events)
    .where(and(eq(events.slug, slug), isNotNull(events.publishedAt)))
  // Sanitized by the rules of today, which may be stricter than those of its last save
  return event && { ...event, content: sanitizePost(event.content) }
}

/** Lists dates without those that are canceled: coming ones by time, past ones from the latest. */
export async function listPublicEvents(db: Queryable, view: EventView, limit: number) {
  const order = view === 'coming' ? asc : desc
  return db
    .select({ ...publicColumns, ...state })
    .from(events)
    .where(and(eq(events.status, 'published'), sql`(${isOver}) = ${view === 'past'}`))
    .orderBy(order(startOfEvent), order(events.id))
    .limit(limit)
}

export type RegistrationWithEvent = NonNullable<Awaited<ReturnType<typeof findRegistrationByToken>>>

/** Finds a registration by the secret in its link. Only registered people may see `event.onlineUrl`. */
export async function findRegistrationByToken(db: Queryable, token: string) {
  const [found] = await db
    .select({ registration: eventRegistrations, event: { ...getTableColumns(events), ...state } })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(registrationWithToken(token))
  return found
}

/** The registration with a token in its link, for `changeRegistration` and `cancelRegistration` */
export const registrationWithToken = (token: string): SQL =>
  eq(eventRegistrations.tokenHash, hashToken(token))
