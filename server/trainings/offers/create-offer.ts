import { and, asc, inArray, sql } from 'drizzle-orm'
import type { OfferInput } from '../../../contracts/offers.ts'
import type { ActingUser } from '../../activity/record-activity.ts'
import type { Queryable } from '../../db/connect.ts'
import { oneRow } from '../../db/one-row.ts'
import { trainingWaitlist } from '../../db/schema/entries.ts'
import { offers } from '../../db/schema/trainings.ts'
import { readClock } from '../clock.ts'
import { becomeTrainer, lockTrainers } from '../locks.ts'
import { chooseZone } from '../time-zone.ts'
import { findBlockedDays, findTakenDays, holdDays } from './hold-days.ts'
import { entriesLike } from './read-offers.ts'

/** Why an offer cannot be made or changed as wished. server/trainings/offers/explain-refusal.ts says it in words. */
export type OfferRefusal =
  | { refused: 'no-entry' }
  /** The person was deleted, or the entry is in Spam. */
  | { refused: 'entry-hidden' }
  | { refused: 'no-trainer' }
  | { refused: 'trainer-without-access' }
  | { refused: 'open-offer'; offerId: number }
  /** The place does not decide in which time zone it is. */
  | { refused: 'no-time-zone' }
  /** It would have lapsed already. */
  | { refused: 'past-valid-until' }
  | { refused: 'past-days' | 'taken-days' | 'blocked-days'; days: string[] }

/** States in which an offer is open. A person has at most one such offer. */
const openStatuses = ['draft', 'sent', 'other-days'] as const

/**
 * Drafts an offer for a waitlist entry and holds its days. Nothing is sent. If it is refused, nothing has changed, and
 * the transaction can go on.
 */
export async function createOffer(
  tx: Queryable,
  by: ActingUser,
  siteZone: string,
  input: OfferInput & { entryId: number },
): Promise<{ offerId: number } | OfferRefusal> {
  const { entryId, ...wished } = input
  const timeZone = chooseZone(wished, siteZone)
  const plan = { ...wished, timeZone, days: sortDays(wished.days) }
  const trainerRefusal = await lockActiveTrainer(tx, plan.trainerId)
  if (trainerRefusal) return trainerRefusal
  const entryRefusal = await lockPerson(tx, entryId)
  if (entryRefusal) return entryRefusal
  const [open] = await tx
    .select({ id: offers.id })
    .from(offers)
    // One person can have several entries.
    .where(
      and(sql`${offers.entryId} in (${entriesLike(entryId)})`, inArray(offers.status, [...openStatuses])),
    )
  if (open) return { refused: 'open-offer', offerId: open.id }
  const { today } = await readClock(tx, timeZone ?? siteZone)
  const refusal = await checkPlan(tx, plan, { today })
  if (refusal) return refusal
  await becomeTrainer(tx, plan.trainerId)
  const offer = oneRow(
    await tx
      .insert(offers)
      .values({ ...plan, entryId, createdBy: by.id })
      .returning({ id: offers.id }),
  )
  await holdDays(tx, offer.id, plan.trainerId, plan.days)
  return { offerId: offer.id }
}

/** Locks a trainer who is to get days. A user without access gets none. */
export async function lockActiveTrainer(tx: Queryable, id: number): Promise<OfferRefusal | undefined> {
  const [trainer] = await lockTrainers(tx, [id])
  if (!trainer) return { refused: 'no-trainer' }
  return trainer.disabledAt ? { refused: 'trainer-without-access' } : undefined
}

/** Locks all entries of the person who wrote an entry, so that they get one offer at a time. */
async function lockPerson(tx: Queryable, entryId: number): Promise<OfferRefusal | undefined> {
  const entries = await tx
    .select()
    .from(trainingWaitlist)
    .where(sql`${trainingWaitlist.id} in (${entriesLike(entryId)})`)
    .orderBy(asc(trainingWaitlist.id))
    .for('no key update')
  const entry = entries.find(({ id }) => id === entryId)
  if (!entry) return { refused: 'no-entry' }
  return entry.deletedAt || entry.suspectedAt ? { refused: 'entry-hidden' } : undefined
}

/**
 * Checks the days of an offer. A day that the offer holds already is kept even if the trainer has blocked it
 * since.
 */
export async function checkPlan(
  tx: Queryable,
  { trainerId, days, validUntil }: Pick<OfferInput, 'trainerId' | 'days' | 'validUntil'>,
  { today, offerId, held = [] }: { today: string; offerId?: number; held?: string[] },
): Promise<OfferRefusal | undefined> {
  if (validUntil < today) return { refused: 'past-valid-until' }
  const past = days.filter((day) => day <= today)
  if (past.length > 0) return { refused: 'past-days', days: past }
  const taken = await findTakenDays(tx, trainerId, days, offerId === undefined ? {} : { except: { offerId } })
  if (taken.length > 0) return { refused: 'taken-days', days: taken }
  const blocked = await findBlockedDays(
    tx,
    trainerId,
    days.filter((day) => !held.includes(day)),
  )
  return blocked.length > 0 ? { refused: 'blocked-days', days: blocked } : undefined
}

/** Without duplicates, in ascending order */
export const sortDays = (days: string[]): string[] => [...new Set(days)].sort()
