import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { addDays } from '../../../core/contract/calendar-days.ts'
import { daysBetween } from '../../../core/contract/format-date.ts'
import { slugLength } from '../../../core/contract/slug.ts'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { notAccepted, refuse } from '../../../core/server/errors.ts'
import { orNotFound } from '../../../core/server/http/route.ts'
import { becomeTrainer, lockTrainers } from '../../calendar/server/trainers.ts'
import { saveGathering } from '../../follow-up/server/gatherings.ts'
import { findFileNames } from '../../media/contract/files.ts'
import { findPictureNames, mediaMessages, readMediaAddress } from '../../media/contract/media.ts'
import { lockFiles } from '../../media/server/files/files.ts'
import { lockPictures } from '../../media/server/media.ts'
import { readGivenHtml } from '../../posts/server/rendering/read-text.ts'
import { slugFromTitle } from '../../posts/server/slugs.ts'
import { type EventValues, pickValues } from '../contract/events.ts'
import { eventRegistrations, events } from '../schema.ts'
import { recordActivity } from './actions.ts'
import {
  announceEvents,
  type EventDeps,
  type EventRow,
  type LockedEvent,
  lockEvent,
  seatsOf,
} from './event-row.ts'
import { queueEventMails } from './mails/queue-event-mails.ts'
import { changedByOther, findEvent } from './read-events.ts'
import { fillSeats } from './registrations/registrations.ts'

/** Makes a draft, and returns its id. */
export async function createEvent(db: Database, by: ActingUser, values: EventValues): Promise<number> {
  const clean = await cleanValues(values)
  return db.transaction(async (tx) => {
    await lockUsed(tx, clean)
    const slug = await pickSlug(tx, clean)
    const row = { ...clean, slug, createdBy: by.id === 0 ? null : by.id }
    return oneRow(await tx.insert(events).values(row).returning({ id: events.id })).id
  })
}

/**
 * Changes a date. Everyone who is registered or waits is told if a coming one has another day, other hours, or another
 * place; only those who are registered are told a new link.
 * @throws RequestProblem if it is refused, as all changes of a date do
 */
export async function updateEvent(
  db: Database,
  deps: EventDeps,
  id: number,
  { version, ...values }: EventValues & { version: number },
): Promise<void> {
  const clean = await cleanValues(values)
  await changeEvent(db, id, async (tx, before) => {
    if (before.version !== version) throw changedByOther(await findEvent(tx, id))
    if (before.status === 'canceled') throw refuse(canceled)
    await lockUsed(tx, clean, before)
    const { seats } = clean
    if (seats !== null && seats < before.taken)
      throw notAccepted(
        `${seatsOf(before.taken)} ${before.taken === 1 ? 'is' : 'are'} taken. Enter ${before.taken} or more, or cancel registrations first.`,
      )
    const slug = before.publishedAt ? before.slug : await pickSlug(tx, clean, id)
    const changed = newsFieldNames.filter((field) => clean[field] !== before[field])
    const names = new Set(changed.map((field) => newsFields[field]))
    const isMoved = names.has('day') || names.has('time')
    const isTold = names.size > 0 && before.status === 'published' && (isMoved || before.isAhead)
    const moved = isMoved && { dayChosenAt: sql`now()` }
    const now = await save(tx, id, { ...clean, slug, ...moved }, { isNews: isTold })
    if (now.status !== 'published') return
    if (isMoved && !now.isAhead) throw notAccepted('This day and time are over. Choose later ones.')
    if (isTold) {
      const isOnlyLink = names.size === 1 && names.has('link')
      const parties = await partiesOf(tx, id, isOnlyLink ? ['registered'] : undefined)
      const changes = new Intl.ListFormat('en-US').format(names)
      await queueEventMails(tx, deps, 'changed', now, parties, { changes })
    }
    await fillSeats(tx, deps, id)
    await announce(tx, now)
  })
}

const canceled = 'This date was canceled, so it can’t be changed any more. Copy it to another day.'

/** Fields whose change people are told, and their names in emails */
const newsFields = {
  day: 'day',
  startsAt: 'time',
  endsAt: 'time',
  timeZone: 'time',
  format: 'place',
  place: 'place',
  onlineUrl: 'link',
} as const
const newsFieldNames = Object.keys(newsFields) as (keyof typeof newsFields)[]

/** The parties that are registered or wait */
function partiesOf(tx: Queryable, eventId: number, statuses = ['registered', 'waiting']) {
  const isIn = sql`event_id = ${eventId} and status = any(${sql.param(statuses)}::text[])`
  return tx.select().from(eventRegistrations).where(isIn).orderBy(eventRegistrations.id)
}

/** Saves changes of a date, and returns it as it is then. `isNews`: people are told of them. */
async function save(
  tx: Queryable,
  id: number,
  values: PgUpdateSetSource<typeof events>,
  { isNews = false } = {},
): Promise<LockedEvent> {
  const { version, sequence } = events
  const counts = { version: sql`${version} + 1`, ...(isNews && { sequence: sql`${sequence} + 1` }) }
  const set = { ...values, ...counts }
  await tx.update(events).set(set).where(eq(events.id, id))
  return orNotFound(await lockEvent(tx, eq(events.id, id)))
}

/** Tells the pages of the site, and what comes after a date, that a public one has changed. */
async function announce(tx: Queryable, event: EventRow): Promise<void> {
  const { uid, title, day, endsAt, timeZone, status } = event
  const isHeld = status === 'published'
  await saveGathering(tx, { uid, feature: 'events', title, day, endsAt, timeZone, isHeld })
  await announceEvents(tx)
}

/** Shows a draft on the site and opens its registration. A second click changes nothing. */
export function publishEvent(db: Database, by: ActingUser, id: number): Promise<void> {
  return changeEvent(db, id, async (tx, before) => {
    if (before.status === 'published') return
    if (before.status === 'canceled') throw refuse(canceled)
    // A date has only one of both.
    if (before.place + before.onlineUrl === '') throw refuse(missing[before.format])
    const at = sql`now()`
    const now = await save(tx, id, { status: 'published', publishedAt: at, dayChosenAt: at })
    if (!now.isAhead) throw refuse('This day is over. Choose a later one, then publish the date.')
    await announce(tx, now)
    await recordActivity(tx, { action: 'event-published', by, about: ['event', id] })
  })
}

const missing = {
  'in-person': 'Enter the place first, so that people find it.',
  online: 'Enter the link for joining first, so that people can join.',
}

/** Cancels a public date and tells everyone who is registered or waits. A second click changes nothing. */
export function cancelEvent(db: Database, deps: EventDeps, by: ActingUser, id: number, reason: string) {
  return changeEvent(db, id, async (tx, before) => {
    if (before.status === 'canceled') return
    if (before.status === 'draft') throw refuse('This date isn’t public yet. Delete the draft instead.')
    if (!before.isAhead) throw refuse('This date has begun, so it can’t be canceled any more.')
    const end = { status: 'canceled', canceledAt: sql`now()`, cancelReason: reason } as const
    const now = await save(tx, id, end, { isNews: true })
    await queueEventMails(tx, deps, 'canceled', now, await partiesOf(tx, id))
    await announce(tx, now)
    await recordActivity(tx, { action: 'event-canceled', by, about: ['event', id] })
  })
}

/** Copies a date to another day, as a draft without registrations, and returns its id. */
export async function copyEvent(db: Database, by: ActingUser, id: number, day: string): Promise<number> {
  const from = orNotFound(await findEvent(db, id))
  const [trainer] = from.trainerId === null ? [] : await lockTrainers(db, [from.trainerId])
  const registerUntil = from.registerUntil && addDays(from.registerUntil, daysBetween(from.day, day))
  const trainerId = trainer && !trainer.disabledAt ? trainer.id : null
  return createEvent(db, by, { ...pickValues(from), day, registerUntil, trainerId })
}

export function deleteDraft(db: Database, id: number): Promise<void> {
  return changeEvent(db, id, async (tx, { status }) => {
    if (status !== 'draft') throw refuse('Only drafts can be deleted. Cancel this date instead.')
    await tx.delete(events).where(eq(events.id, id))
  })
}

function changeEvent(
  db: Database,
  id: number,
  change: (tx: Queryable, event: LockedEvent) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    await change(tx, orNotFound(await lockEvent(tx, eq(events.id, id))))
  })
}

/** Sanitizes the text, and drops what the format does not have. */
async function cleanValues(values: EventValues): Promise<EventValues> {
  const isOnline = values.format === 'online'
  return {
    ...values,
    content: await readGivenHtml(values.content),
    place: isOnline ? '' : values.place,
    onlineUrl: isOnline ? values.onlineUrl : '',
  }
}

/** Locks what a date uses, so that nothing of it is deleted or loses its access in the meantime. */
async function lockUsed(tx: Queryable, values: EventValues, before?: EventRow): Promise<void> {
  const { picture, content, trainerId } = values
  await lockFiles(tx, findFileNames(content))
  const known = await lockPictures(tx, findPictureNames(`${content} ${picture}`))
  const name = readMediaAddress(picture)?.name
  if (picture !== '' && picture !== before?.picture && (name === undefined || !known.has(name)))
    throw notAccepted(mediaMessages.missing)
  if (trainerId === null || trainerId === before?.trainerId) return
  const [trainer] = await lockTrainers(tx, [trainerId])
  if (!trainer || trainer.disabledAt)
    throw notAccepted('This person has no access here. Choose someone else.')
  await becomeTrainer(tx, trainerId)
}

/** Makes an address of title and day that no other date has: `ai-workshop-2027-03-04`. */
async function pickSlug(tx: Queryable, { title, kind, day }: EventValues, id = 0): Promise<string> {
  // Dates of the same title and day wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('event slugs', 0))`)
  const maxStem = slugLength - day.length - '-'.length - '-99'.length
  const stem = (slugFromTitle(title) || kind).slice(0, maxStem).replace(/-$/, '')
  const base = `${stem}-${day}`
  const isLike = sql`slug like ${`${base}%`} and id <> ${id}`
  const rows = await tx.select({ slug: events.slug }).from(events).where(isLike)
  const taken = new Set(rows.map(({ slug }) => slug))
  let slug = base
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`
  return slug
}
