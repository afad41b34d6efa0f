import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { hashToken } from '../../../core/server/http/tokens.ts'
import { toPicture, toSocialPicture } from '../../media/server/picture.ts'
import { pictureAt } from '../../posts/server/post-rows.ts'
import { linesOf, sanitizePost } from '../../posts/server/rendering/sanitize.ts'
import type { EventView } from '../contract/events.ts'
import type { EventState, ShownEvent } from '../contract/shown-event.ts'
import { eventRegistrations, events } from '../schema.ts'
import { endOfEvent, isAhead, isOpen, startOfEvent } from './event-row.ts'

const { slug, kind, title, day, startsAt, endsAt, timeZone, format, place, amount, currency, price } = events
const { uid, sequence, status, content, terms, registerUntil, contact, cancelReason, version } = events
const { pictureAlt, publishedAt, onlineUrl, payUrl } = events

const isOver = sql<boolean>`${status} = 'published' and ${endOfEvent} <= clock_timestamp()`

/** A date in lists, and what its calendar file needs */
const listed = {
  ...{ slug, kind, title, day, startsAt, endsAt, timeZone, format, place, amount, currency, price },
  ...{ uid, sequence, status },
  state: sql<EventState>`case when ${status} = 'canceled' then 'canceled' when ${isOver} then 'over'
    when not (${isAhead}) then 'begun' when not (${isOpen}) then 'closed'
    when taken >= seats then 'full' else 'open' end`,
  seatsLeft: sql<number | null>`seats - taken`,
}

/** A date as everyone may see it, without the link to join. `facts` are those of its picture; null if there is none. */
const shown = {
  ...listed,
  ...{ content, terms, registerUntil, contact, cancelReason, version, pictureAlt, publishedAt },
  facts: pictureAt(sql`events.picture`),
}

export type PublicEvent = NonNullable<Awaited<ReturnType<typeof findPublicEvent>>>

/** Finds a date that is or was public. A canceled one has its page, too. */
export async function findPublicEvent(db: Queryable, address: string) {
  const which = and(eq(slug, address), isNotNull(publishedAt))
  const [event] = await db.select(shown).from(events).where(which)
  return event
}

/** Lists dates without those that are canceled: coming ones by time, past ones from the latest. */
export async function listPublicEvents(db: Queryable, view: EventView, limit: number) {
  const order = view === 'coming' ? asc : desc
  return db
    .select(listed)
    .from(events)
    .where(and(eq(status, 'published'), sql`(${isOver}) = ${view === 'past'}`))
    .orderBy(order(startOfEvent), order(events.id))
    .limit(limit)
}

const maxSummary = 200

/** A date as its page shows it */
export function toShown({ facts, pictureAlt, publishedAt, ...event }: PublicEvent): ShownEvent {
  // Sanitized by the rules of today, which may be stricter than those of its last save
  const content = sanitizePost(event.content)
  const text = linesOf(content, ' ').replaceAll(/\s+/g, ' ').trim()
  const picture = facts && { ...facts, alt: pictureAlt }
  return {
    ...event,
    content,
    picture: picture ? toPicture(picture) : undefined,
    socialPicture: picture ? toSocialPicture(picture) : undefined,
    // Up to the end of a word
    summary: text.length > maxSummary ? `${text.slice(0, maxSummary).replace(/\s\S*$/, '')}...` : text,
    publishedAt: publishedAt?.toISOString() ?? '',
  }
}

export type RegistrationWithEvent = NonNullable<Awaited<ReturnType<typeof findRegistrationByToken>>>

/** Finds a registration by the secret in its link. Only registered people may see `event.onlineUrl`. */
export async function findRegistrationByToken(db: Queryable, token: string) {
  const event = { ...shown, onlineUrl, payUrl, isAhead }
  const [found] = await db
    .select({ registration: eventRegistrations, event })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.eventId))
    .where(registrationWithToken(token))
  return found
}

/** The registration with a token in its link, for `changeRegistration` and `cancelRegistration` */
export const registrationWithToken = (token: string): SQL =>
  eq(eventRegistrations.tokenHash, hashToken(token))
