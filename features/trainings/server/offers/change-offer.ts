import { eq, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { becomeTrainer, lockTrainers } from '../../../calendar/server/trainers.ts'
import type { OfferInput } from '../../contract/offers.ts'
import { offers } from '../../schema.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { chooseZone, zoneOfOffer } from '../time-zone.ts'
import { lockOffer } from './answer-offer.ts'
import { checkPlan, sortDays } from './create-offer.ts'
import { freeDays, holdDays, readHeldDays } from './hold-days.ts'
import { findOffer } from './read-offers.ts'
import { refuse, requireAccess, wrongStatus } from './refusals.ts'

/**
 * Changes a draft, or an offer whose client asked for other days, and holds its new days instead of the old ones. The
 * client sees the changes once it is sent.
 * @throws RequestProblem if it is refused, as all changes of an offer do
 */
export function updateOffer(
  db: Queryable,
  deps: Pick<TrainingDeps, 'config'>,
  id: number,
  { version, ...input }: OfferInput & { version: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    const [trainer] = await lockTrainers(tx, [input.trainerId])
    const { offer, clock, siteZone } = await lockKnownOffer(tx, deps, id)
    requireAccess(trainer)
    if (offer.version !== version) throw await changedByOther(tx, deps, id)
    if (offer.status !== 'draft' && offer.status !== 'other-days') throw wrongStatus(offer.status)
    const before = { ...offer, timeZone: zoneOfOffer(offer, siteZone) }
    const plan = {
      ...input,
      timeZone: chooseZone(input, siteZone, before),
      days: sortDays(input.days),
    }
    const held = offer.trainerId === plan.trainerId ? await readHeldDays(tx, id) : []
    await checkPlan(tx, plan, { today: clock.today, except: { offerId: id }, held })
    await freeDays(tx, id)
    await holdDays(tx, id, plan.trainerId, plan.days)
    await becomeTrainer(tx, plan.trainerId)
    await tx
      .update(offers)
      .set({ ...plan, version: sql`${offers.version} + 1` })
      .where(eq(offers.id, id))
  })
}

/** Deletes a draft and frees its days. An offer that was sent can only be withdrawn. */
export function deleteDraft(db: Database, deps: Pick<TrainingDeps, 'config'>, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const { offer } = await lockKnownOffer(tx, deps, id)
    if (offer.status !== 'draft') throw wrongStatus(offer.status)
    await freeDays(tx, id)
    await tx.delete(offers).where(eq(offers.id, id))
  })
}

/** Locks an offer as `lockOffer` does. @throws RequestProblem if there is no such offer */
export async function lockKnownOffer(tx: Queryable, deps: Pick<TrainingDeps, 'config'>, id: number) {
  const locked = await lockOffer(tx, deps, { id })
  if (!locked) throw new RequestProblem('not-found')
  return locked
}

/** The problem of a save that is based on an earlier version, with the offer as it is now */
export async function changedByOther(tx: Queryable, { config }: Pick<TrainingDeps, 'config'>, id: number) {
  return refuse('Someone else changed this offer in the meantime. Check what it is now, then try again.', {
    current: await findOffer(tx, config, id),
  })
}
