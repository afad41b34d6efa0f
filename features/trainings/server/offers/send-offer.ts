import { and, eq, sql } from 'drizzle-orm'
import { addDays } from '../../../../core/contract/calendar-days.ts'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { hashToken } from '../../../../core/server/http/tokens.ts'
import { lockTrainers } from '../../../calendar/server/trainers.ts'
import { markContacted } from '../../../people/server/waitlist.ts'
import { offers } from '../../schema.ts'
import { recordActivity } from '../actions.ts'
import { queueOfferMails, withdrawOfferMails } from '../mails/queue-training-mail.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { updateStatusLabel } from '../status-label.ts'
import { chooseZone, zoneOfOffer } from '../time-zone.ts'
import { statusNow } from './answer-offer.ts'
import { changedByOther, endOf, lockKnownOffer } from './change-offer.ts'
import { checkPlan } from './create-offer.ts'
import { freeDays, holdDays, readHeldDays } from './hold-days.ts'
import { deriveOfferToken } from './offer-link.ts'
import { hiddenEntry, noTimeZone, pastValidUntil, requireAccess, wrongStatus } from './refusals.ts'

/** Sends a draft, or sends an offer again whose client asked for other days. */
export function sendOffer(db: Queryable, deps: TrainingDeps, by: ActingUser, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const trainer = await lockTrainerOf(tx, id)
    const { offer, entry, clock, siteZone } = await lockKnownOffer(tx, deps, id)
    // A second click has nothing left to send.
    if (offer.status === 'sent') return
    if (offer.status !== 'draft' && offer.status !== 'other-days') throw wrongStatus(offer.status)
    // It went to another trainer while this waited for the locks.
    if (offer.trainerId !== trainer?.id) throw await changedByOther(tx, deps, id)
    requireAccess(trainer)
    if (entry.deletedAt || entry.suspectedAt) throw hiddenEntry()
    const held = await readHeldDays(tx, id)
    await checkPlan(tx, offer, { today: clock.today, except: { offerId: id }, held })
    const timeZone = zoneOfOffer(offer, siteZone) ?? chooseZone(offer, siteZone)
    if (timeZone === null) throw noTimeZone()
    const missing = offer.days.filter((day) => !held.includes(day))
    await holdDays(tx, id, offer.trainerId, missing)
    await tx
      .update(offers)
      .set({
        status: 'sent',
        timeZone,
        tokenHash: hashToken(await deriveOfferToken(tx, offer.uid)),
        expiresAt: endOf({ ...offer, timeZone }),
        sentAt: sql`now()`,
        ...(offer.sentAt && { sequence: sql`${offers.sequence} + 1` }),
        version: sql`${offers.version} + 1`,
        answer: '',
        answeredAt: null,
        answeredByAdmin: false,
      })
      .where(eq(offers.id, id))
    await updateStatusLabel(tx, entry.id)
    await markContacted(tx, entry.id)
    await recordActivity(tx, { action: 'offer-sent', by, about: ['offer', id] })
    await queueOfferMails(tx, deps, offer.sentAt ? 'sent-again' : 'sent', id)
  })
}

/** Days by which an offer is extended unless a date is given */
const extraDays = 7

/** Gives the client more time to answer, and tells them. */
export function extendOffer(
  db: Database,
  deps: TrainingDeps,
  id: number,
  wished: { validUntil?: string | undefined; version?: number | undefined },
): Promise<void> {
  return db.transaction(async (tx) => {
    const { offer, clock } = await lockKnownOffer(tx, deps, id)
    const status = statusNow(offer, clock)
    if (status !== 'sent') throw wrongStatus(status)
    if (wished.version !== undefined && wished.version !== offer.version)
      throw await changedByOther(tx, deps, id)
    const validUntil = wished.validUntil ?? extend(offer.validUntil, clock.today)
    if (validUntil < clock.today) throw pastValidUntil()
    const [changed] = await tx
      .update(offers)
      .set({
        validUntil,
        expiresAt: endOf({ days: offer.days, validUntil, timeZone: clock.timeZone }),
        sequence: sql`${offers.sequence} + 1`,
        version: sql`${offers.version} + 1`,
      })
      // The same date again sends no second email.
      .where(and(eq(offers.id, id), sql`${offers.validUntil} <> ${validUntil}`))
      .returning({ id: offers.id })
    if (changed) await queueOfferMails(tx, deps, 'extended', id)
  })
}

/** A week from today, or a week more if the offer is valid for longer anyway */
function extend(validUntil: string, today: string): string {
  const inAWeek = addDays(today, extraDays)
  return validUntil > inAWeek ? addDays(validUntil, extraDays) : inAWeek
}

/** Withdraws an offer, frees its days, and tells the client. */
export function withdrawOffer(db: Database, deps: TrainingDeps, by: ActingUser, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const { offer } = await lockKnownOffer(tx, deps, id)
    if (offer.status === 'withdrawn') return
    if (offer.status !== 'sent' && offer.status !== 'other-days') throw wrongStatus(offer.status)
    await tx
      .update(offers)
      .set({
        status: 'withdrawn',
        endedAt: sql`now()`,
        sequence: sql`${offers.sequence} + 1`,
        version: sql`${offers.version} + 1`,
      })
      .where(eq(offers.id, id))
    await freeDays(tx, id)
    await withdrawOfferMails(tx, id)
    await updateStatusLabel(tx, offer.entryId)
    await recordActivity(tx, { action: 'offer-withdrawn', by, about: ['offer', id] })
    await queueOfferMails(tx, deps, 'withdrawn', id)
  })
}

/** Locks the trainer of an offer before the offer, as every change does. */
async function lockTrainerOf(tx: Queryable, id: number) {
  const [known] = await tx.select({ trainerId: offers.trainerId }).from(offers).where(eq(offers.id, id))
  const [trainer] = known ? await lockTrainers(tx, [known.trainerId]) : []
  return trainer
}
