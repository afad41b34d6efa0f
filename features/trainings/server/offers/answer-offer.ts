import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { formatDateTime, isoDay } from '../../../../core/contract/format-date.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { hashToken } from '../../../../core/server/http/tokens.ts'
import type { OutgoingMail } from '../../../../core/server/mail/outbox.ts'
import { type Office, readOffice, readTimeZone } from '../../../../core/server/organization.ts'
import { users } from '../../../accounts/schema/accounts.ts'
import { type Clock, readClock } from '../../../calendar/server/clock.ts'
import { lockTrainers } from '../../../calendar/server/trainers.ts'
import { trainingWaitlist } from '../../../people/schema/entries.ts'
import { markContacted } from '../../../people/server/waitlist.ts'
import type { OfferStatus } from '../../contract/offers.ts'
import { canChange, mayCancel, trainingLimits } from '../../contract/training-fields.ts'
import { offers, type SharedColumn, sharedColumns, trainerDays, trainings } from '../../schema.ts'
import { cancelTraining, type TrainingRow, told } from '../booked/cancel-training.ts'
import { readMaterials } from '../booked/read-materials.ts'
import { addStarterTasks } from '../booked/tasks.ts'
import { lockEntry } from '../locks.ts'
import { queueOfferMails, queueTrainingMails, queueWrittenMails } from '../mails/queue-training-mail.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { writeMailsAbout } from '../mails/training-mails.ts'
import { updateStatusLabel } from '../status-label.ts'
import { zoneOfOffer } from '../time-zone.ts'
import { freeDays, holdWish, listOtherDays, readHeldDays } from './hold-days.ts'
import { deriveOfferToken } from './offer-link.ts'
import { noTimeZone } from './refusals.ts'

/**
 * Result of an answer. `already`: the same answer was given before, so the client sees the same success again.
 * `corrected`: the client has seen an earlier version of the offer. `over`: the offer is no longer open for it; an accepted
 * offer whose day was canceled is over, too.
 */
export type AnswerResult =
  | { result: 'done' | 'already' | 'day-taken' | 'day-past' | 'too-many' | 'corrected' | 'unknown' }
  | { result: 'over'; status: OfferStatus }

/** An offer that is changed, by its link or its id */
export type OfferKey = { token: string } | { id: number }

export type OfferRow = typeof offers.$inferSelect
type EntryRow = typeof trainingWaitlist.$inferSelect

/** Characters of all messages of a client together until the office answers */
const maxWish = 10 * trainingLimits.message

/** The data of the client's page */
export type ClientOffer = NonNullable<Awaited<ReturnType<typeof findOfferByToken>>>

export async function findOfferByToken(db: Queryable, token: string, organization: string) {
  const [row] = await db
    .select({
      offer: offers,
      name: trainingWaitlist.name,
      company: sql<string>`coalesce(${trainingWaitlist.company}, '')`,
      trainerName: users.displayName,
      now: sql<string>`now()::text`,
      training: trainings,
    })
    .from(offers)
    .innerJoin(trainingWaitlist, eq(trainingWaitlist.id, offers.entryId))
    // A booked day may have gone to another trainer.
    .leftJoin(trainings, eq(trainings.offerId, offers.id))
    .innerJoin(users, sql`${users.id} = coalesce(${trainings.trainerId}, ${offers.trainerId})`)
    .where(eq(offers.tokenHash, hashToken(token)))
  if (!row) return undefined
  const { now, training, trainerName, ...found } = row
  const status = statusNow(row.offer, { now: new Date(now) })
  return {
    ...found,
    /** With the status that it has now, even if the job that ends lapsed offers has not come by yet */
    offer: { ...row.offer, status },
    /** Days that can still be accepted, unless they are past; none if the offer is over */
    heldDays: status === 'sent' ? await readHeldDays(db, row.offer.id) : [],
    /** The booked day, once one was accepted */
    training: training ?? undefined,
    materials: training ? ((await readMaterials(db, [training.id])).get(training.id) ?? []) : [],
    /** Without a display name, the name of the organization: clients never read a username. */
    trainerName: trainerName ?? organization,
  }
}

/**
 * Records that the client wants another day than the booked one, which stays booked until an admin moves it. Until then,
 * whatever else they write is added with its time.
 */
export function askForOtherDay(
  db: Database,
  deps: TrainingDeps,
  token: string,
  { message, day }: { message: string; day: string | undefined },
): Promise<AnswerResult> {
  return changeBookedDay(db, deps, token, async (tx, training, clock) => {
    const { id, otherDayWish: earlier } = training
    const isSameDay = day === undefined || day === training.wishedDay
    // A second click
    if (isSameDay && (earlier === message || earlier?.endsWith(`:\n${message}`))) return already
    const wish =
      !earlier || message === ''
        ? earlier || message
        : `${earlier}\n\n${formatDateTime(clock.now, clock)}:\n${message}`
    if (wish.length > maxWish) return { result: 'too-many' }
    // Held already, and for no longer because of more messages
    const isHeld =
      training.wishedUntil !== null && training.wishedUntil > clock.now && day === training.wishedDay
    const wished = isHeld ? undefined : day
    if (wished !== undefined && !(await listOtherDays(tx, training, clock.today)).includes(wished))
      return { result: 'day-taken' }
    const wishedUntil = wished === undefined ? undefined : await holdWish(tx, training, wished)
    await tx
      .update(trainings)
      .set({
        otherDayWish: wish,
        otherDayAskedAt: sql`coalesce(${trainings.otherDayAskedAt}, now())`,
        ...(wished !== undefined && { wishedDay: wished, wishedUntil }),
        // The office has not read it yet, so a form that it has open must not settle it.
        ...told,
      })
      .where(eq(trainings.id, id))
    await queueTrainingMails(tx, deps, 'other-day-wished', id)
    return done
  })
}

/** Cancels the booked day for its client, as long as the terms that they accepted allow it. */
export function cancelByClient(
  db: Database,
  deps: TrainingDeps,
  token: string,
  reason: string,
): Promise<AnswerResult> {
  return changeBookedDay(db, deps, token, async (tx, training, { today }) => {
    if (!mayCancel(training, today)) return { result: 'day-past' }
    await cancelTraining(tx, deps, training, { by: 'client', reason })
    return done
  })
}

function changeBookedDay(
  db: Database,
  deps: TrainingDeps,
  token: string,
  change: (tx: Queryable, training: TrainingRow, clock: Clock) => Promise<AnswerResult>,
): Promise<AnswerResult> {
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ trainerId: trainings.trainerId })
      .from(trainings)
      .innerJoin(offers, eq(offers.id, trainings.offerId))
      .where(whereOffer({ token }))
    if (known) await lockTrainers(tx, [known.trainerId])
    const locked = await lockOffer(tx, deps, { token })
    if (!locked) return { result: 'unknown' }
    const { offer, clock, siteZone } = locked
    const [training] = await tx.select().from(trainings).where(eq(trainings.offerId, offer.id)).for('update')
    if (!training) return over(statusNow(offer, clock))
    if (training.canceledBy === 'client') return already
    if (training.canceledAt !== null) return over(offer.status)
    const today = isoDay(clock.now, { timeZone: training.timeZone ?? siteZone })
    if (training.heldAt !== null || !canChange(training, today)) return { result: 'day-past' }
    // It went to another trainer while this waited for the locks.
    if (training.trainerId !== known?.trainerId) return { result: 'day-taken' }
    return change(tx, training, { ...clock, today, timeZone: siteZone })
  })
}

type Accepted = {
  byAdmin: boolean
  /** The sequence of the offer that the client has seen */
  sequence?: number
}

/**
 * Books one of the offered days and frees the others. The emails are written before anything is locked, because that takes
 * the longest.
 */
export async function acceptDay(
  db: Database,
  deps: TrainingDeps,
  key: OfferKey,
  day: string,
  accepted: Accepted,
): Promise<AnswerResult> {
  const { byAdmin, sequence } = accepted
  const office = await readOffice(db, deps.config)
  const draft = await draftTraining(db, deps, { office, key, day })
  const result = await db.transaction(async (tx): Promise<AnswerResult | 'changed'> => {
    const locked = await lockOffer(tx, deps, key, office.site.timeZone)
    if (!locked) return { result: 'unknown' }
    const { offer, entry, clock } = locked
    if (offer.status === 'accepted') return (await isBooked(tx, offer.id, day)) ? already : over(offer.status)
    const status = statusNow(offer, clock)
    if (status !== 'sent' && !(byAdmin && byPhone.includes(status))) return over(status)
    if (sequence !== undefined && sequence !== offer.sequence) return { result: 'corrected' }
    if (zoneOfOffer(offer, office.site.timeZone) === null) throw noTimeZone()
    if (!(await isHeld(tx, offer, day))) return { result: 'day-taken' }
    if (day <= clock.today) return { result: 'day-past' }
    if (!draft || !isDeepStrictEqual({ offer, entry }, draft.from)) return 'changed'
    if (status !== 'sent') await sendSilently(tx, offer, draft.training.timeZone)
    await markAnswered(tx, offer.id, { status: 'accepted', answer: '', byAdmin })
    await bookDay(tx, offer, draft.training)
    await updateStatusLabel(tx, offer.entryId)
    await queueWrittenMails(tx, draft.mails, 'booked', draft.training.id)
    return done
  })
  // The offer or the person changed while the emails were written.
  return result === 'changed' ? acceptDay(db, deps, key, day, accepted) : result
}

/**
 * Records that the client wants other days, for which nothing is held until the offer is sent again, or does not want the
 * training now.
 */
export function refuseDays(
  db: Database,
  deps: TrainingDeps,
  key: OfferKey,
  answer: 'other-days' | 'declined',
  { message, byAdmin }: { message: string; byAdmin: boolean },
): Promise<AnswerResult> {
  return db.transaction(async (tx) => {
    const locked = await lockOffer(tx, deps, key)
    if (!locked) return { result: 'unknown' }
    const { offer, clock } = locked
    if (offer.status === answer) return already
    const status = statusNow(offer, clock)
    // Someone who asked for other days can still say no.
    if (status !== 'sent' && !(status === 'other-days' && answer === 'declined')) return over(status)
    await markAnswered(tx, offer.id, { status: answer, answer: message, byAdmin })
    await freeDays(tx, offer.id)
    await updateStatusLabel(tx, offer.entryId)
    await queueOfferMails(tx, deps, answer, offer.id)
    return done
  })
}

/** Offers of which the office can book a held day that was agreed by phone */
const byPhone: OfferStatus[] = ['draft', 'other-days']

const done = { result: 'done' } as const
const already = { result: 'already' } as const
const over = (status: OfferStatus) => ({ result: 'over', status }) as const

/** Locks an offer and the entry of its person, and reads the time in the zone of the offer after that. */
export async function lockOffer(
  tx: Queryable,
  { config }: Pick<TrainingDeps, 'config'>,
  key: OfferKey,
  knownZone?: string,
) {
  const where = whereOffer(key)
  const [known] = await tx.select({ entryId: offers.entryId }).from(offers).where(where)
  const entry = known && (await lockEntry(tx, known.entryId))
  const [offer] = entry ? await tx.select().from(offers).where(where).for('update') : []
  if (!entry || !offer) return undefined
  const siteZone = knownZone ?? (await readTimeZone(tx, config))
  const clock = await readClock(tx, zoneOfOffer(offer, siteZone) ?? siteZone)
  return { offer, entry, clock, siteZone }
}

const whereOffer = (key: OfferKey): SQL =>
  'id' in key ? eq(offers.id, key.id) : eq(offers.tokenHash, hashToken(key.token))

/** The status of an offer. One whose time is over counts as lapsed even if the job has not come by yet. */
export function statusNow(
  { status, expiresAt }: Pick<OfferRow, 'status' | 'expiresAt'>,
  { now }: { now: Date },
): OfferStatus {
  return status === 'sent' && expiresAt !== null && expiresAt <= now ? 'lapsed' : status
}

type Answer = { status: 'accepted' | 'other-days' | 'declined'; answer: string; byAdmin: boolean }

async function markAnswered(tx: Queryable, id: number, { status, answer, byAdmin }: Answer): Promise<void> {
  await tx
    .update(offers)
    .set({
      status,
      answer,
      answeredByAdmin: byAdmin,
      answeredAt: sql`now()`,
      version: sql`${offers.version} + 1`,
      ...(status === 'declined' && { endedAt: sql`now()` }),
    })
    .where(eq(offers.id, id))
}

const isHoldOf = ({ id, trainerId }: OfferRow, day: string) =>
  and(eq(trainerDays.trainerId, trainerId), eq(trainerDays.day, day), eq(trainerDays.offerId, id))

async function isHeld(tx: Queryable, offer: OfferRow, day: string): Promise<boolean> {
  return (await tx.$count(trainerDays, isHoldOf(offer, day))) > 0
}

async function isBooked(tx: Queryable, offerId: number, day: string): Promise<boolean> {
  const isThisDay = and(eq(trainings.offerId, offerId), eq(trainings.day, day), isNull(trainings.canceledAt))
  return (await tx.$count(trainings, isThisDay)) > 0
}

/** Gives an offer what it has once it was sent, for a day that was agreed without an email. */
async function sendSilently(
  tx: Queryable,
  { id, uid, entryId }: OfferRow,
  timeZone: string | null,
): Promise<void> {
  await markContacted(tx, entryId)
  await tx
    .update(offers)
    .set({
      tokenHash: hashToken(await deriveOfferToken(tx, uid)),
      expiresAt: sql`now() + interval '1 minute'`,
      timeZone,
    })
    .where(eq(offers.id, id))
}

type Draft = { from: { offer: OfferRow; entry: EntryRow }; training: TrainingRow; mails: OutgoingMail[] }

/** The training that accepting a day of an open offer makes, with its emails. Nothing is stored yet. */
async function draftTraining(
  db: Queryable,
  deps: TrainingDeps,
  { office, key, day }: { office: Office; key: OfferKey; day: string },
): Promise<Draft | undefined> {
  const [from] = await db
    .select({ offer: offers, entry: trainingWaitlist })
    .from(offers)
    .innerJoin(trainingWaitlist, eq(trainingWaitlist.id, offers.entryId))
    .where(and(whereOffer(key), inArray(offers.status, ['sent', ...byPhone])))
  if (!from || !(await isHeld(db, from.offer, day))) return undefined
  const { rows } = await db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('trainings', 'id'))::int as id`,
  )
  const training = toTraining(oneRow(rows).id, from, day, office.site.timeZone)
  const mails = await writeMailsAbout(db, deps, 'booked', { row: training, office })
  return { from, training, mails }
}

function toTraining(id: number, { offer, entry }: Draft['from'], day: string, siteZone: string): TrainingRow {
  return {
    ...(Object.fromEntries(sharedColumns.map((name) => [name, offer[name]])) as Pick<OfferRow, SharedColumn>),
    id,
    // The uid and the sequence of the offer, so that the event in calendars is the same, and newer, if the client has
    // to accept again after a restore.
    uid: offer.uid,
    sequence: offer.sequence,
    offerId: offer.id,
    entryId: entry.id,
    trainerId: offer.trainerId,
    day,
    timeZone: zoneOfOffer(offer, siteZone) ?? siteZone,
    contactName: cut(entry.name, trainingLimits.contact),
    contactEmail: entry.email,
    contactPhone: cut(entry.phone ?? '', 50),
    joinedAt: entry.createdAt,
    version: 1,
    bookedAt: new Date(),
    dayChosenAt: new Date(),
    otherDayWish: null,
    otherDayAskedAt: null,
    wishedDay: null,
    wishedUntil: null,
    invoiceNumber: '',
    depositPaidOn: null,
    paidOn: null,
    travelBefore: 0,
    travelAfter: 0,
    helper: '',
    canceledAt: null,
    canceledBy: null,
    cancelReason: '',
    heldAt: null,
  }
}

/** Turns the hold of one day into a training, and frees the other days. */
async function bookDay(tx: Queryable, offer: OfferRow, training: TrainingRow): Promise<void> {
  const { id, day, format } = training
  // By the clock of the database
  await tx.insert(trainings).values({ ...training, bookedAt: sql`now()`, dayChosenAt: sql`now()` })
  const moved = await tx
    .update(trainerDays)
    .set({ offerId: null, trainingId: id })
    .where(isHoldOf(offer, day))
  if (moved.rowCount !== 1) throw new Error(`the day of offer ${offer.id} was not held`)
  await freeDays(tx, offer.id)
  await addStarterTasks(tx, id, format)
}

/** Cuts a text of the form, which has no limit, without splitting a character. */
const cut = (text: string, max: number) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
