import { and, asc, inArray, sql } from 'drizzle-orm'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { RequestProblem, refuse } from '../../../../core/server/errors.ts'
import { readClock } from '../../../calendar/server/clock.ts'
import { becomeTrainer, lockTrainers } from '../../../calendar/server/trainers.ts'
import { trainingWaitlist } from '../../../people/schema/entries.ts'
import type { OfferInput } from '../../contract/offers.ts'
import { offers } from '../../schema.ts'
import { chooseZone } from '../time-zone.ts'
import { checkDays, holdDays } from './hold-days.ts'
import { entriesLike } from './read-offers.ts'
import { hiddenEntry, pastValidUntil, requireAccess } from './refusals.ts'

/** States in which an offer is open. A person has at most one such offer. */
const openStatuses = ['draft', 'sent', 'other-days'] as const

/**
 * Drafts an offer for a waitlist entry, holds its days, and returns its id. Nothing is sent.
 * @throws RequestProblem if it is refused. Nothing has changed then, and the transaction can go on.
 */
export async function createOffer(
  tx: Queryable,
  by: ActingUser,
  siteZone: string,
  input: OfferInput & { entryId: number },
): Promise<number> {
  const { entryId, ...wished } = input
  const timeZone = chooseZone(wished, siteZone)
  const plan = { ...wished, timeZone, days: sortDays(wished.days) }
  const [trainer] = await lockTrainers(tx, [plan.trainerId])
  requireAccess(trainer)
  await lockPerson(tx, entryId)
  const [open] = await tx
    .select({ id: offers.id })
    .from(offers)
    // One person can have several entries.
    .where(
      and(sql`${offers.entryId} in (${entriesLike(entryId)})`, inArray(offers.status, [...openStatuses])),
    )
  if (open)
    throw refuse('This person has an open offer already. Change or withdraw that one.', { offerId: open.id })
  const { today } = await readClock(tx, timeZone ?? siteZone)
  await checkPlan(tx, plan, { today })
  await becomeTrainer(tx, plan.trainerId)
  const offer = oneRow(
    await tx
      .insert(offers)
      .values({ ...plan, entryId, createdBy: by.id })
      .returning({ id: offers.id }),
  )
  await holdDays(tx, offer.id, plan.trainerId, plan.days)
  return offer.id
}

/** Locks all entries of the person who wrote an entry, so that they get one offer at a time. */
async function lockPerson(tx: Queryable, entryId: number): Promise<void> {
  const entries = await tx
    .select()
    .from(trainingWaitlist)
    .where(sql`${trainingWaitlist.id} in (${entriesLike(entryId)})`)
    .orderBy(asc(trainingWaitlist.id))
    .for('no key update')
  const entry = entries.find(({ id }) => id === entryId)
  if (!entry) throw new RequestProblem('not-found')
  if (entry.deletedAt || entry.suspectedAt) throw hiddenEntry()
}

/** @throws RequestProblem if an offer cannot have these days */
export async function checkPlan(
  tx: Queryable,
  { trainerId, days, validUntil }: Pick<OfferInput, 'trainerId' | 'days' | 'validUntil'>,
  wished: Parameters<typeof checkDays>[3],
): Promise<void> {
  if (validUntil < wished.today) throw pastValidUntil()
  await checkDays(tx, trainerId, days, wished)
}

/** Without duplicates, in ascending order */
export const sortDays = (days: string[]): string[] => [...new Set(days)].sort()
