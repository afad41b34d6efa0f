import { type Offer, type OfferStatus, offerStatusLabels } from '../../contract/offers.ts'
import type { Training } from '../../contract/trainings.ts'
import { stateOf, type TrainingState } from './training-words.ts'

const offerLooks: Record<OfferStatus, string> = {
  draft: 'badge badge-draft',
  sent: 'badge training-badge-waiting',
  accepted: 'badge badge-live',
  'other-days': 'badge training-badge-wish',
  declined: 'tag',
  lapsed: 'tag',
  withdrawn: 'tag',
}

export const OfferBadge = ({ offer: { status } }: { offer: Offer }) => (
  <span className={offerLooks[status]}>{offerStatusLabels[status]}</span>
)

const trainingLooks: Record<TrainingState, { className: string; children: string }> = {
  upcoming: { className: 'badge badge-live', children: 'Booked' },
  past: { className: 'badge badge-draft', children: 'Not marked as held yet' },
  held: { className: 'tag', children: 'Held' },
  canceled: { className: 'tag', children: 'Canceled' },
}

export const TrainingBadge = ({ training, today }: { training: Training; today: string }) => (
  <span {...trainingLooks[stateOf(training, today)]} />
)
