import { eq, sql } from 'drizzle-orm'
import type { OfferInput } from '../../../contracts/offers.ts'
import type { Database, Queryable } from '../../db/connect.ts'
import { offers } from '../../db/schema/trainings.ts'
import { becomeTrainer } from '../locks.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { chooseZone, zoneOfOffer } from '../time-zone.ts'
import { lockOffer, type OfferRow } from './answer-offer.ts'
import { checkPlan, lockActiveTrainer, type OfferRefusal, sortDays } from './create-offer.ts'
import { freeDays, holdDays, readHeldDays } from './hold-days.ts'

/** Result of a change of an offer. `conflict`: someone else has saved it, or its status does not allow the change. */
export type OfferChange =
  | 'done'
  | 'unknown'
  | { conflict: 'version' }
  | { conflict: 'status'; status: OfferRow['status'] }
  | OfferRefusal

/**
 * Changes a draft, or an offer whose client asked for other days, and holds its new days instead of the old ones. The
 * client sees the changes once it is sent.
 */
export function updateOffer(
  db: Database,
  deps: Pick<TrainingDeps, 'config'>,
  id: number,
  { version, ...input }: OfferInput & { version: number },
): Promise<OfferChange> {
  return db.transaction(async (tx) => {
    const refusal = await lockActiveTrainer(tx, input.trainerId)
    const locked = await lockOffer(tx, deps, { id })
    if (!locked) return 'unknown'
    if (refusal) return refusal
    const { offer, clock, siteZone } = locked
    if (offer.version !== version) return { conflict: 'version' }
    if (offer.status !== 'draft' && offer.status !== 'other-days')
      return { conflict: 'status', status: offer.status }
    const before = { ...offer, timeZone: zoneOfOffer(offer, siteZone) }
    const plan = {
      ...input,
      timeZone: chooseZone(input, siteZone, before),
      days: sortDays(input.days),
    }
    const held = offer.trainerId === plan.trainerId ? await readHeldDays(tx, id) : []
    const planRefusal = await checkPlan(tx, plan, { today: clock.today, offerId: id, held })
    if (planRefusal) return planRefusal
    await freeDays(tx, id)
    await holdDays(tx, id, plan.trainerId, plan.days)
    await becomeTrainer(tx, plan.trainerId)
    await tx
      .update(offers)
      .set({ ...plan, version: sql`${offers.version} + 1` })
      .where(eq(offers.id, id))
    return 'done'
  })
}

/** Deletes a draft and frees its days. An offer that was sent can only be withdrawn. */
export function deleteDraft(
  db: Database,
  deps: Pick<TrainingDeps, 'config'>,
  id: number,
): Promise<OfferChange> {
  return db.transaction(async (tx) => {
    const locked = await lockOffer(tx, deps, { id })
    if (!locked) return 'unknown'
    const { status } = locked.offer
    if (status !== 'draft') return { conflict: 'status', status }
    await deleteOffer(tx, id)
    return 'done'
  })
}

async function deleteOffer(tx: Queryable, id: number): Promise<void> {
  await freeDays(tx, id)
  await tx.delete(offers).where(eq(offers.id, id))
}
