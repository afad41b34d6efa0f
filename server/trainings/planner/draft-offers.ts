import type { ParsedInput, ResponseBody } from '../../../contracts/endpoint.ts'
import { addDays } from '../../../contracts/insights.ts'
import { defaultHours, defaultOfferDays, type OfferInput } from '../../../contracts/offers.ts'
import type { plannerOffersCreate } from '../../../contracts/planner.ts'
import type { ActingUser } from '../../activity/record-activity.ts'
import type { Database } from '../../db/connect.ts'
import { readClock } from '../clock.ts'
import { createOffer } from '../offers/create-offer.ts'
import { explainRefusal } from '../offers/explain-refusal.ts'
import { placeLabel } from './place-key.ts'
import { type AnsweredPerson, findEntries } from './waiting-people.ts'

type Drafts = ParsedInput<typeof plannerOffersCreate>['body']
type Result = ResponseBody<typeof plannerOffersCreate>

/**
 * Drafts an offer for each person of a group, in one transaction. What the person answered becomes part of it. A person
 * who cannot get one, because something has changed since the plan was made, does not keep the others from theirs.
 */
export function draftOffers(
  db: Database,
  by: ActingUser,
  timeZone: string,
  { trainerId, format, offers }: Drafts,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const { today } = await readClock(tx, timeZone)
    const result: Result = { drafted: [], refused: [] }
    // By id, so that two groups with the same people are never drafted in a circle of locks.
    const people = await findEntries(
      tx,
      offers.map(({ entryId }) => entryId),
    )
    for (const person of people) {
      const { id: entryId, name, isWaiting } = person
      const days = offers.find((offer) => offer.entryId === entryId)?.days ?? []
      const input = { trainerId, days, format, ...fillOffer(person, format, today) }
      const outcome = isWaiting ? await createOffer(tx, by, timeZone, { entryId, ...input }) : undefined
      if (outcome && 'offerId' in outcome) result.drafted.push({ entryId, offerId: outcome.offerId })
      else
        result.refused.push({ entryId, name, reason: outcome ? explainRefusal(outcome).detail : notWaiting })
    }
    return result
  })
}

const notWaiting = 'They aren’t waiting any more: they have an offer or a booked day, or were closed.'

function fillOffer(
  { topics, groupSize, ...place }: AnsweredPerson,
  format: OfferInput['format'],
  today: string,
): Omit<OfferInput, 'trainerId' | 'days' | 'format'> {
  return {
    ...defaultHours,
    place: format === 'online' ? '' : placeLabel(place),
    topics: topics ?? [],
    headCount: groupSize,
    price: '',
    prepare: '',
    message: '',
    validUntil: addDays(today, defaultOfferDays),
  }
}
