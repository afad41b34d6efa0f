import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { createSemaphore } from '../../../../core/server/http/limits/semaphore.ts'
import { hashToken } from '../../../../core/server/http/tokens.ts'
import { lockAddress } from '../../../people/server/personal-data.ts'
import type { RegistrationValues } from '../../contract/registrations.ts'
import { eventRegistrations, events } from '../../schema.ts'
import { recordActivity } from '../actions.ts'
import {
  announceEvents,
  createTokenMaker,
  type EventDeps,
  type LockedEvent,
  lockEvent,
  type RegistrationRow,
} from '../event-row.ts'
import { queueEventMails } from '../mails/queue-event-mails.ts'

export type Registered =
  | { result: 'done'; registration: RegistrationRow }
  /** Registration is over, or the date is canceled or not public */
  | { result: 'closed' }
  /** No seat is left for a walk-in. */
  | { result: 'full' }

export type Arrival = {
  /** The same for a form that is sent again */
  contentHash: string
  /** True if it looks like spam */
  isSuspect: boolean
  source?: string | undefined
  /** Present for someone who came without a registration. The device that notes it chooses it. */
  walkInUid?: string
}

const sameFormMinutes = 10
/**
 * Registrations for one date take turns, so more at once would only hold connections that the rest of the site needs,
 * and fail when none is left.
 */
const rush = createSemaphore({ max: 2, maxWaiting: 2000 })

/**
 * Registers a party, or puts it on the waiting list if the seats do not suffice. The same form sent again within ten
 * minutes, even simultaneously, is one registration.
 * @param mayBeClosed true for the office, which can register people after the last day of registration
 */
export async function register(
  db: Database,
  deps: EventDeps,
  which: SQL,
  values: RegistrationValues,
  { contentHash, isSuspect, source, walkInUid }: Arrival,
  { mayBeClosed = false } = {},
): Promise<Registered> {
  const isWalkIn = walkInUid !== undefined
  const done = await rush.run(() => db.transaction(add))
  if (!done) throw new RequestProblem('overloaded', { retryAfterSeconds: 5 })
  return done

  async function add(tx: Queryable): Promise<Registered> {
    const makeToken = await createTokenMaker(tx)
    if (values.email !== '') await lockAddress(tx, values.email)
    const event = await lockEvent(tx, which)
    if (event?.status !== 'published') return { result: 'closed' }
    if (!isWalkIn && !(mayBeClosed ? event.isAhead : event.isOpen)) return { result: 'closed' }
    const isSame = isWalkIn
      ? eq(eventRegistrations.uid, walkInUid)
      : sql`event_id = ${event.id} and content_hash = ${contentHash} and status <> 'canceled'
          and created_at > now() - make_interval(mins => ${sameFormMinutes})`
    const [known] = await tx.select().from(eventRegistrations).where(isSame).limit(1)
    if (known) return { result: 'done', registration: known }
    const hasSeats = fits(event, values.party)
    if (isWalkIn && !hasSeats) return { result: 'full' }
    const status = isSuspect ? 'suspect' : hasSeats ? 'registered' : 'waiting'
    const uid = walkInUid ?? crypto.randomUUID()
    const registration = oneRow(
      await tx
        .insert(eventRegistrations)
        .values({
          ...{ ...values, uid, eventId: event.id, status, contentHash, isWalkIn, source },
          tokenHash: hashToken(makeToken(uid)),
          waitingSince: waitingSince(status),
          // Not the beginning of the transaction, which may be before a deletion that it waited for
          createdAt: sql`clock_timestamp()`,
        })
        .returning(),
    )
    await take(tx, event.id, seatsWith(registration))
    // Someone at the door knows that they are in.
    if (status !== 'suspect' && !isWalkIn) await queueEventMails(tx, deps, status, event, [registration])
    return { result: 'done', registration }
  }
}

const fits = ({ seats, taken }: Pick<LockedEvent, 'seats' | 'taken'>, party: number) =>
  seats === null || taken + party <= seats

const waitingSince = (status: RegistrationRow['status']) =>
  status === 'waiting' ? sql`clock_timestamp()` : null

/** The seats that a party has */
const seatsWith = ({ status, party }: RegistrationRow) => (status === 'registered' ? party : 0)

/**
 * Takes seats, or gives them back, and tells the pages how many are left. The constraint of the table refuses more than
 * there are.
 */
async function take(tx: Queryable, eventId: number, count: number): Promise<void> {
  if (count === 0) return
  await tx
    .update(events)
    .set({ taken: sql`${events.taken} + ${count}` })
    .where(eq(events.id, eventId))
  await announceEvents(tx)
}

export type Changed =
  | { result: 'done'; registration: RegistrationRow }
  | { result: 'too-few-seats'; left: number }
  /** Canceled, or the date is canceled, or, for the person, it has begun */
  | { result: 'closed' }
  | { result: 'stale' }

/**
 * Changes who comes. A party that has seats and grows needs the seats to be free. `version` is that of the office's form;
 * the person's own page always counts. A new address gets the registration, and the former one learns that it is gone.
 */
export async function changeRegistration(
  db: Database,
  deps: EventDeps,
  which: SQL,
  values: RegistrationValues,
  version?: number,
): Promise<Changed> {
  return withRegistration<Changed>(db, which, async (tx, event, before) => {
    if (version !== undefined && version !== before.version) return { result: 'stale' }
    const mayChange = version === undefined ? event.isAhead : event.status === 'published'
    if (!mayChange || before.status === 'canceled') return { result: 'closed' }
    const more = before.status === 'registered' ? values.party - before.party : 0
    if (more > 0 && !fits(event, more))
      return { result: 'too-few-seats', left: (event.seats ?? 0) - event.taken }
    const isTold = before.status !== 'suspect' && event.isAhead
    const isMoved = isTold && values.email.toLowerCase() !== before.email.toLowerCase()
    const isNews = isMoved || (isTold && values.party !== before.party)
    const registration = await save(tx, before, values, isNews)
    if (isMoved) {
      await queueEventMails(tx, deps, 'left', event, [{ ...registration, email: before.email }])
      const about = before.status === 'registered' ? 'registered' : 'waiting'
      await queueEventMails(tx, deps, about, event, [registration])
    } else if (isNews) await queueEventMails(tx, deps, 'party', event, [registration])
    if (more < 0 || before.status === 'waiting') await fillSeats(tx, deps, event.id)
    return { result: 'done', registration }
  })
}

type Left = { result: 'done' | 'already' | 'closed' }

/**
 * Ends a registration and gives its seats to the next parties that fit.
 * @param by the user who canceled it, or the person themselves, who can do so until the date begins
 */
export function cancelRegistration(db: Database, deps: EventDeps, which: SQL, by: ActingUser | 'person') {
  return withRegistration<Left>(db, which, async (tx, event, before) => {
    const { id, status } = before
    if (status === 'canceled') return { result: 'already' }
    if (by === 'person' && !event.isAhead) return { result: 'closed' }
    const canceledBy = by === 'person' ? 'person' : 'us'
    const canceled = { status: 'canceled', waitingSince: null, canceledAt: sql`now()`, canceledBy } as const
    const registration = await save(tx, before, canceled)
    if (status !== 'suspect' && event.isAhead)
      await queueEventMails(tx, deps, 'left', event, [registration], { hadSeats: status === 'registered' })
    await fillSeats(tx, deps, event.id)
    if (by !== 'person')
      await recordActivity(tx, { action: 'registration-canceled', by, about: ['registration', id] })
    return { result: 'done' }
  })
}

/** Takes a registration that looked like spam as a real one. */
export function admitRegistration(db: Database, deps: EventDeps, which: SQL, by: ActingUser) {
  return withRegistration<Left>(db, which, async (tx, event, before) => {
    if (before.status !== 'suspect') return { result: 'already' }
    if (!event.isAhead) return { result: 'closed' }
    const status = fits(event, before.party) ? 'registered' : 'waiting'
    const registration = await save(tx, before, { status, waitingSince: waitingSince(status) })
    await queueEventMails(tx, deps, status, event, [registration])
    await recordActivity(tx, { action: 'registration-admitted', by, about: ['registration', before.id] })
    return { result: 'done' }
  })
}

/** Notes the day on which a party paid, or that it did not. A second click finds it noted. */
export function markPaid(db: Database, by: ActingUser, which: SQL, paidOn: string | null) {
  return withRegistration(db, which, async (tx, _event, before) => {
    if (before.paidOn === paidOn) return
    await save(tx, before, { paidOn }, false)
    await recordActivity(tx, { action: 'registration-paid', by, about: ['registration', before.id] })
  })
}

/**
 * Gives free seats to the parties that wait, in their order; one that needs more than are free lets the next one pass.
 * The caller holds the lock of the date.
 */
export async function fillSeats(tx: Queryable, deps: EventDeps, eventId: number): Promise<void> {
  const event = await lockEvent(tx, eq(events.id, eventId))
  if (!event?.isAhead) return
  const waits = sql`event_id = ${eventId} and status = 'waiting'`
  const { waitingSince, id } = eventRegistrations
  const waiting = await tx.select().from(eventRegistrations).where(waits).orderBy(waitingSince, id)
  const lucky: RegistrationRow[] = []
  for (const one of waiting) {
    if (!fits(event, one.party)) continue
    event.taken += one.party
    lucky.push(await save(tx, one, { status: 'registered', waitingSince: null }))
  }
  await queueEventMails(tx, deps, 'seat', event, lucky)
}

/** Saves changes of a party, with the seats that it takes or gives back by them. `isNews`: it is told of them. */
async function save(
  tx: Queryable,
  before: RegistrationRow,
  values: PgUpdateSetSource<typeof eventRegistrations>,
  isNews = true,
): Promise<RegistrationRow> {
  const { id, sequence, version } = eventRegistrations
  const counts = { version: sql`${version} + 1`, ...(isNews && { sequence: sql`${sequence} + 1` }) }
  const set = { ...values, ...counts }
  const after = oneRow(await tx.update(eventRegistrations).set(set).where(eq(id, before.id)).returning())
  await take(tx, before.eventId, seatsWith(after) - seatsWith(before))
  return after
}

/** Locks the date of a registration, then reads the registration. */
function withRegistration<Result>(
  db: Database,
  which: SQL,
  run: (tx: Queryable, event: LockedEvent, registration: RegistrationRow) => Promise<Result>,
): Promise<Result | { result: 'closed' }> {
  return db.transaction(async (tx) => {
    const event = await lockEvent(tx, sql`id = (select event_id from event_registrations where ${which})`)
    const [registration] = await tx.select().from(eventRegistrations).where(which)
    return event && registration ? run(tx, event, registration) : { result: 'closed' }
  })
}
