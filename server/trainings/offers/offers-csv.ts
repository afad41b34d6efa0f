import { formatTimeZone, isoMinute } from '../../../contracts/format-date.ts'
import { type Offer, offerStatusLabels } from '../../../contracts/offers.ts'
import { planTopicLabels } from '../../../contracts/plan.ts'
import { trainingFormatLabels } from '../../../contracts/training-fields.ts'
import { createCsv } from '../../http/csv.ts'

export const offersCsv = createCsv<Offer>([
  ['Number', (offer) => String(offer.id)],
  ['Status', (offer) => offerStatusLabels[offer.status]],
  ['Name', (offer) => offer.name],
  ['Email', (offer) => offer.email],
  ['Organization', (offer) => offer.company],
  ['Trainer', (offer) => offer.trainerName],
  ['Offered days', (offer) => offer.days.join(', ')],
  ['Held days', (offer) => offer.heldDays.join(', ')],
  ['Starts', (offer) => offer.startsAt],
  ['Ends', (offer) => offer.endsAt],
  ['Zone of these hours', ({ timeZone }) => (timeZone ? formatTimeZone(timeZone) : '')],
  ['Format', (offer) => trainingFormatLabels[offer.format]],
  ['Place', (offer) => offer.place],
  ['Topics', (offer) => offer.topics.map((topic) => planTopicLabels[topic]).join(', ')],
  ['People', (offer) => String(offer.headCount ?? '')],
  ['Price', (offer) => offer.price],
  ['To prepare', (offer) => offer.prepare],
  ['Message', (offer) => offer.message],
  ['Valid until', (offer) => offer.validUntil],
  ['Answer', (offer) => offer.answer],
  ['Drafted', ({ createdAt }, { timeZone }) => isoMinute(createdAt, { timeZone })],
  ['Sent', ({ sentAt }, { timeZone }) => (sentAt ? isoMinute(sentAt, { timeZone }) : '')],
  ['Answered', ({ answeredAt }, { timeZone }) => (answeredAt ? isoMinute(answeredAt, { timeZone }) : '')],
  ['Ended', ({ endedAt }, { timeZone }) => (endedAt ? isoMinute(endedAt, { timeZone }) : '')],
  ['Time zone', (_offer, { zoneName }) => zoneName],
])
