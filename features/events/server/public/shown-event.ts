import { toPicture, toSocialPicture } from '../../../media/server/picture.ts'
import { linesOf } from '../../../posts/server/rendering/sanitize.ts'
import type { EventState, ListedEvent, ShownEvent } from '../../contract/shown-event.ts'
import type { listPublicEvents, PublicEvent } from '../public-events.ts'

type Listed = Awaited<ReturnType<typeof listPublicEvents>>[number]

const maxSummary = 200

export function toListed(event: Listed): ListedEvent {
  const { slug, kind, title, day, startsAt, endsAt, timeZone, format, place, amount, currency, price } = event
  const when = { day, startsAt, endsAt, timeZone }
  const seatsLeft = event.seats === null ? null : event.seats - event.taken
  return {
    slug,
    kind,
    title,
    ...when,
    format,
    place,
    amount,
    currency,
    price,
    state: stateOf(event),
    seatsLeft,
  }
}

export function toShown(event: PublicEvent): ShownEvent {
  const { facts, pictureAlt, content, terms, registerUntil, contact, cancelReason, version } = event
  const picture = facts && { ...facts, alt: pictureAlt }
  return {
    ...toListed(event),
    content,
    picture: picture ? toPicture(picture) : undefined,
    socialPicture: picture ? toSocialPicture(picture) : undefined,
    summary: summarize(content),
    terms,
    registerUntil,
    contact,
    cancelReason,
    // A public date has one.
    publishedAt: (event.publishedAt ?? event.createdAt).toISOString(),
    version,
  }
}

export function stateOf({ status, isAhead, isOpen, isOver, seats, taken }: Listed): EventState {
  if (status === 'canceled') return 'canceled'
  if (isOver) return 'over'
  if (!isAhead) return 'begun'
  if (!isOpen) return 'closed'
  return seats !== null && taken >= seats ? 'full' : 'open'
}

/** The beginning of a text, up to the end of a word */
function summarize(content: string): string {
  const text = linesOf(content, ' ').replaceAll(/\s+/g, ' ').trim()
  return text.length > maxSummary ? `${text.slice(0, maxSummary).replace(/\s\S*$/, '')}...` : text
}
