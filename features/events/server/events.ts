import { eq, sql } from 'drizzle-orm'
import { addDays } from '../../../core/contract/calendar-days.ts'
import { daysBetween } from '../../../core/contract/format-date.ts'
import { slugLength } from '../../../core/contract/slug.ts'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { becomeTrainer, lockTrainers } from '../../calendar/server/trainers.ts'
import { saveGathering } from '../../follow-up/server/gatherings.ts'
import { findFileNames } from '../../media/contract/files.ts'
import { findPictureNames, mediaMessages, readMediaAddress } from '../../media/contract/media.ts'
import { lockFiles } from '../../media/server/files/files.ts'
import { lockPictures } from '../../media/server/media.ts'
import { readGivenHtml } from '../../posts/server/rendering/read-text.ts'
import { slugFromTitle } from '../../posts/server/slugs.ts'
import type { EventValues } from '../contract/events.ts'
import { eventRegistrations, events } from '../schema.ts'
import { recordActivity } from './actions.ts'
import { announceEvents, type EventDeps, type EventRow, type LockedEvent, lockEvent } from './event-row.ts'
import { queueEventMails } from './mails/queue-event-mails.ts'
import { findEvent } from './read-events.ts'
import { changedByOther, notAccepted, refuse, seatsOf } from './refusals.ts'
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
    const isMoved = timeFields.some((field) => clean[field] !== before[field])
    await tx
      .update(events)
      .set({
        ...clean,
        slug,
        version: sql`${events.version} + 1`,
        ...(isMoved && { dayChosenAt: sql`now()` }),
      })
      .where(eq(events.id, id))
    if (before.status === 'published') await tellChanges(tx, deps, before, isMoved)
  })
}

const canceled = 'This date was canceled, so it can’t be changed any more. Copy it to another day.'
const timeFields = ['day', 'startsAt', 'endsAt', 'timeZone'] as const

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

async function tellChanges(tx: Queryable, deps: EventDeps, before: LockedEvent, isMoved: boolean) {
  const now = await lockEvent(tx, eq(events.id, before.id))
  if (!now) return
  if (isMoved && !now.isAhead) throw notAccepted('This day and time are over. Choose later ones.')
  const changed = Object.entries(newsFields).filter(
    ([field]) => now[field as keyof typeof newsFields] !== before[field as keyof typeof newsFields],
  )
  if (changed.length > 0 && now.isAhead) {
    const names = [...new Set(changed.map(([, name]) => name))]
    const [told] = await tx
      .update(events)
      .set({ sequence: sql`${events.sequence} + 1` })
      .where(eq(events.id, now.id))
      .returning()
    const parties = await partiesOf(tx, now.id)
    const isOnlyLink = names.every((name) => name === 'link')
    await queueEventMails(
      tx,
      deps,
      'changed',
      told ?? now,
      isOnlyLink ? parties.filter(({ status }) => status === 'registered') : parties,
      { changes: new Intl.ListFormat('en-US').format(names) },
    )
  }
  await fillSeats(tx, deps, now.id)
  await announce(tx, now)
}

/** The parties that are registered or wait */
async function partiesOf(tx: Queryable, eventId: number) {
  return tx
    .select()
    .from(eventRegistrations)
    .where(sql`event_id = ${eventId} and status in ('registered', 'waiting')`)
    .orderBy(eventRegistrations.id)
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
    const gap = findGap(before)
    if (gap) throw refuse(gap)
    await tx
      .update(events)
      .set({
        status: 'published',
        publishedAt: sql`now()`,
        dayChosenAt: sql`now()`,
        version: sql`${events.version} + 1`,
      })
      .where(eq(events.id, id))
    const now = await lockEvent(tx, eq(events.id, id))
    if (!now?.isAhead) throw refuse('This day is over. Choose a later one, then publish the date.')
    await announce(tx, now)
    await recordActivity(tx, { action: 'event-published', by, about: ['event', id] })
  })
}

/** What a date needs before people can register for it */
function findGap({ format, place, onlineUrl }: EventRow): string | undefined {
  if (format === 'in-person' && place === '') return 'Enter the place first, so that people find it.'
  if (format === 'online' && onlineUrl === '')
    return 'Enter the link for joining first, so that people can join.'
  return undefined
}

/** Cancels a public date and tells everyone who is registered or waits. A second click changes nothing. */
export function cancelEvent(
  db: Database,
  deps: EventDeps,
  by: ActingUser,
  id: number,
  reason: string,
): Promise<void> {
  return changeEvent(db, id, async (tx, before) => {
    if (before.status === 'canceled') return
    if (before.status === 'draft') throw refuse('This date isn’t public yet. Delete the draft instead.')
    if (!before.isAhead) throw refuse('This date has begun, so it can’t be canceled any more.')
    const now = oneRow(
      await tx
        .update(events)
        .set({
          status: 'canceled',
          canceledAt: sql`now()`,
          cancelReason: reason,
          sequence: sql`${events.sequence} + 1`,
          version: sql`${events.version} + 1`,
        })
        .where(eq(events.id, id))
        .returning(),
    )
    await queueEventMails(tx, deps, 'canceled', now, await partiesOf(tx, id))
    await announce(tx, now)
    await recordActivity(tx, { action: 'event-canceled', by, about: ['event', id] })
  })
}

/** Copies a date to another day, as a draft without registrations, and returns its id. */
export async function copyEvent(db: Database, by: ActingUser, id: number, day: string): Promise<number> {
  const [from] = await db.select().from(events).where(eq(events.id, id))
  if (!from) throw new RequestProblem('not-found')
  const { kind, title, content, picture, pictureAlt, startsAt, endsAt, timeZone, format, place, onlineUrl } =
    from
  const { seats, amount, currency, price, payUrl, terms, registerUntil, contact } = from
  const [trainer] = from.trainerId === null ? [] : await lockTrainers(db, [from.trainerId])
  const trainerId = trainer && !trainer.disabledAt ? trainer.id : null
  return createEvent(db, by, {
    ...{
      kind,
      title,
      content,
      picture,
      pictureAlt,
      day,
      startsAt,
      endsAt,
      timeZone,
      format,
      place,
      onlineUrl,
    },
    ...{ seats, amount, currency, price, payUrl, terms, contact, trainerId },
    registerUntil: registerUntil && addDays(registerUntil, daysBetween(from.day, day)),
  })
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
    const event = await lockEvent(tx, eq(events.id, id))
    if (!event) throw new RequestProblem('not-found')
    await change(tx, event)
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
  const rows = await tx
    .select({ slug: events.slug })
    .from(events)
    .where(sql`slug like ${`${base}%`} and id <> ${id}`)
  const taken = new Set(rows.map(({ slug }) => slug))
  let slug = base
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`
  return slug
}
