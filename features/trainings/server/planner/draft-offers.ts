import { desc } from 'drizzle-orm'
import { addDays } from '../../../../core/contract/calendar-days.ts'
import type { ParsedInput, ResponseBody } from '../../../../core/contract/endpoint.ts'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { readClock } from '../../../calendar/server/clock.ts'
import { placeLabel } from '../../../people/server/plan-place.ts'
import { defaultHours, defaultOfferDays, type OfferInput } from '../../contract/offers.ts'
import type { plannerOffersCreate } from '../../contract/planner.ts'
import { offers as offerTable } from '../../schema.ts'
import { createOffer } from '../offers/create-offer.ts'
import { ofKnownPeople } from '../offers/read-offers.ts'
import { type AnsweredPerson, findEntries } from './waiting-people.ts'

type Drafts = ParsedInput<typeof plannerOffersCreate>['body']
type Result = ResponseBody<typeof plannerOffersCreate>

/**
 * Drafts an offer for each person of a trip, in one transaction. What the person answered becomes part of it, and the
 * rest is as in the newest offer. A person who cannot get one, because something has changed since the plan was made,
 * does not keep the others from theirs.
 */
export function draftOffers(
  db: Database,
  by: ActingUser,
  timeZone: string,
  { trainerId, format, offers }: Drafts,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const { today } = await readClock(tx, timeZone)
    const terms = await readNewestTerms(tx)
    const result: Result = { drafted: [], refused: [] }
    const ids = offers.map(({ entryId }) => entryId)
    const people = new Map((await findEntries(tx, ids)).map((one) => [one.id, one]))
    // By id, so that two requests for the same people do not wait for each other's locks.
    for (const { entryId, days } of offers.toSorted((one, other) => one.entryId - other.entryId)) {
      const person = people.get(entryId)
      const refuse = (reason: string) => result.refused.push({ entryId, name: person?.name ?? '', reason })
      if (!person?.isWaiting) {
        refuse(person ? notWaiting : gone)
        continue
      }
      const input = { entryId, trainerId, days, format, ...terms, ...fillOffer(person, format, today) }
      try {
        result.drafted.push({ entryId, offerId: await createOffer(tx, by, timeZone, input) })
      } catch (error) {
        if (!(error instanceof RequestProblem)) throw error
        refuse(error.detail)
      }
    }
    return result
  })
}

const gone = 'This person is not on the waitlist any more.'
const notWaiting = 'They aren’t waiting any more: they have an offer or a booked day, or were closed.'

/** What is usual: facts of the newest offer, with which the form for a single offer starts, too. A price is none of them. */
async function readNewestTerms(tx: Queryable) {
  const { startsAt, endsAt, prepare, currency, payUrl, terms, cancelDays } = offerTable
  const [newest] = await tx
    .select({ startsAt, endsAt, prepare, currency, payUrl, terms, cancelDays })
    .from(offerTable)
    .where(ofKnownPeople)
    .orderBy(desc(offerTable.id))
    .limit(1)
  return newest ?? { ...defaultHours, prepare: '' }
}

const fillOffer = (person: AnsweredPerson, format: OfferInput['format'], today: string) => ({
  place: format === 'online' ? '' : placeLabel(person),
  topics: person.topics ?? [],
  headCount: person.groupSize,
  price: '',
  message: '',
  validUntil: addDays(today, defaultOfferDays),
})
