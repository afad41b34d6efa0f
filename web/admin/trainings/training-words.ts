import { formatClock, formatShortDay, formatWeekday } from '../../../contracts/format-date.ts'
import { type OfferStatus, offerStatusLabels } from '../../../contracts/offers.ts'
import { type PlanTopic, planTopicLabels } from '../../../contracts/plan.ts'
import type { Training } from '../../../contracts/trainings.ts'

// Words for offers and trainings that several screens of the admin show.

/** "Mon, Dec 7, 2026, 9:00 AM to 4:00 PM" */
export const describeDay = (day: string, { startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
  `${formatWeekday(day)}, ${describeHours({ startsAt, endsAt })}`

/** "9:00 AM to 4:00 PM" */
export const describeHours = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
  `${formatClock(startsAt)} to ${formatClock(endsAt)}`

/**
 * Until when an offer can be accepted, in words that follow "valid" or "held": an offer ends with its last date, or when
 * its last day begins.
 */
export function describeEnd({ days, validUntil }: { days: readonly string[]; validUntil: string }): string {
  const last = days.at(-1)
  return last !== undefined && last <= validUntil
    ? `until ${formatWeekday(last)} begins`
    : `through ${formatWeekday(validUntil)}`
}

/** "Dec 7, Dec 9, and Dec 10" */
export const listDays = (days: readonly string[]) => listWords(days.map(formatShortDay))

export const listTopics = (topics: readonly PlanTopic[]) =>
  topics.map((topic) => planTopicLabels[topic]).join(', ')

export const countPeople = (count: number) =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`

const andList = new Intl.ListFormat('en-US', { type: 'conjunction' })
export const listWords = (words: string[]) => andList.format(words)

export const offerBadges: Record<OfferStatus, string> = {
  draft: 'badge badge-draft',
  sent: 'badge training-badge-waiting',
  accepted: 'badge badge-live',
  'other-days': 'badge training-badge-wish',
  declined: 'tag',
  lapsed: 'tag',
  withdrawn: 'tag',
}

export const offerLabel = (status: OfferStatus) => offerStatusLabels[status]

type TrainingState = 'upcoming' | 'past' | 'held' | 'canceled'

/** `past`: the day is over, and no one has marked the training as held. */
export function stateOf(training: Training, today: string): TrainingState {
  if (training.canceledAt) return 'canceled'
  if (training.heldAt) return 'held'
  return training.day < today ? 'past' : 'upcoming'
}

export const trainingLabels: Record<TrainingState, string> = {
  upcoming: 'Booked',
  past: 'Not marked as held yet',
  held: 'Held',
  canceled: 'Canceled',
}

export const trainingBadges: Record<TrainingState, string> = {
  upcoming: 'badge badge-live',
  past: 'badge badge-draft',
  held: 'tag',
  canceled: 'tag',
}

/** What is missing for a training that is still to come, in words that follow "Missing:" */
export function listMissing(training: Training): string[] {
  const open = training.tasks.filter(({ doneAt }) => doneAt === null).length
  return [
    training.format === 'in-person' && training.place === '' && 'place',
    training.headCount === null && 'head count',
    training.contactName === '' && 'contact',
    training.contactEmail === '' && training.contactPhone === '' && 'email or phone of the contact',
    open > 0 && `${open} of ${training.tasks.length} lines of the checklist`,
  ].filter((part) => part !== false)
}
