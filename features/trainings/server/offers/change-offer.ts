import { eq, type SQL, sql } from 'drizzle-orm'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem, refuse } from '../../../../core/server/errors.ts'
import { becomeTrainer, lockTrainers } from '../../../calendar/server/trainers.ts'
import type { OfferInput } from '../../contract/offers.ts'
import { offers } from '../../schema.ts'
import { recordActivity } from '../actions.ts'
import { queueOfferMails, withdrawOfferMails } from '../mails/queue-training-mail.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { chooseZone, zoneOfOffer } from '../time-zone.ts'
import { lockOffer, statusNow } from './answer-offer.ts'
import { checkPlan, sortDays } from './create-offer.ts'
import { findChanges, formatChanges } from './describe-changes.ts'
import { freeDays, holdDays, readHeldDays } from './hold-days.ts'
import { findOffer } from './read-offers.ts'
import { noTimeZone, requireAccess, wrongStatus } from './refusals.ts'

/** What a client has been told in an offer */
const newsFields = {
  days: 'days',
  startsAt: 'time',
  endsAt: 'time',
  timeZone: 'time',
  format: 'place',
  place: 'place',
  trainerId: 'trainer',
  topics: 'topics',
  headCount: 'number of people',
  amount: 'price',
  deposit: 'price',
  currency: 'price',
  price: 'price',
  payUrl: 'address for paying',
  terms: 'terms',
  cancelDays: 'terms',
  prepare: 'preparations',
  message: 'message',
  validUntil: 'last day to answer',
} as const

/**
 * Changes an offer that is open, and holds its new days instead of the old ones. A client who has it gets one email that
 * says what changed. Returns that.
 * @throws RequestProblem if it is refused, as all changes of an offer do
 */
export function updateOffer(
  db: Queryable,
  deps: TrainingDeps,
  by: ActingUser,
  id: number,
  { version, ...input }: OfferInput & { version: number },
): Promise<string> {
  return db.transaction(async (tx) => {
    const [trainer] = await lockTrainers(tx, [input.trainerId])
    const { offer, clock, siteZone } = await lockKnownOffer(tx, deps, id)
    requireAccess(trainer)
    if (offer.version !== version) throw await changedByOther(tx, deps, id)
    const status = statusNow(offer, clock)
    if (status !== 'draft' && status !== 'other-days' && status !== 'sent') throw wrongStatus(status)
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
    if (status === 'sent' && plan.timeZone === null) throw noTimeZone()
    const changes = status === 'sent' ? findChanges<keyof typeof newsFields>(newsFields, before, plan) : []
    await tx
      .update(offers)
      .set({
        ...plan,
        version: sql`${offers.version} + 1`,
        ...(changes.length > 0 && {
          sequence: sql`${offers.sequence} + 1`,
          expiresAt: endOf({ ...plan, timeZone: plan.timeZone ?? siteZone }),
        }),
      })
      .where(eq(offers.id, id))
    if (changes.length === 0) return ''
    await recordActivity(tx, { action: 'offer-corrected', by, about: ['offer', id] })
    await tellCorrection(tx, deps, id, changes)
    return formatChanges(changes)
  })
}

/**
 * Tells the client what has changed, also what earlier corrections say that have not gone out yet. A client who has not
 * got the offer yet gets only the corrected one. The caller has counted the offer's sequence up.
 */
export async function tellCorrection(
  tx: Queryable,
  deps: TrainingDeps,
  id: number,
  changes: string[],
): Promise<void> {
  const unsent = await withdrawOfferMails(tx, id, 'The offer was corrected.')
  const first = (['sent', 'sent-again'] as const).find((event) => unsent.some((mail) => mail.event === event))
  const earlier = unsent.flatMap(({ event, changes }) =>
    event === 'extended' ? [newsFields.validUntil] : changes,
  )
  await queueOfferMails(tx, deps, first ?? 'corrected', id, [...earlier, ...changes])
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

type OfferEnd = { days: string[]; validUntil: string; timeZone: string }

/** When an offer lapses: at the end of its last valid day, or when its last offered day begins */
export function endOf({ days, validUntil, timeZone }: OfferEnd): SQL<Date> {
  return sql`least((${validUntil}::date + 1)::timestamp, ${days.at(-1)}::date::timestamp) at time zone ${timeZone}`
}
