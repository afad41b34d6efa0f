import { formatTimeZone, isoMinute } from '../../../contracts/format-date.ts'
import { planTopicLabels } from '../../../contracts/plan.ts'
import { trainingFormatLabels } from '../../../contracts/training-fields.ts'
import type { Training } from '../../../contracts/trainings.ts'
import { createCsv } from '../../http/csv.ts'

export const trainingsCsv = createCsv<Training>([
  ['Number', (training) => String(training.id)],
  ['Day', (training) => training.day],
  ['Starts', (training) => training.startsAt],
  ['Ends', (training) => training.endsAt],
  ['Zone of these hours', ({ timeZone }) => formatTimeZone(timeZone)],
  ['State', nameState],
  ['Name', (training) => training.name],
  ['Organization', (training) => training.company],
  ['Contact', (training) => training.contactName],
  ['Email', (training) => training.contactEmail],
  ['Phone', (training) => training.contactPhone],
  ['Trainer', (training) => training.trainerName],
  ['Format', (training) => trainingFormatLabels[training.format]],
  ['Place', (training) => training.place],
  ['Topics', (training) => training.topics.map((topic) => planTopicLabels[topic]).join(', ')],
  ['People', (training) => String(training.headCount ?? '')],
  ['Price', (training) => training.price],
  ['To prepare', (training) => training.prepare],
  ['Wish for another day', (training) => training.otherDayWish ?? ''],
  ['Reason of the cancellation', (training) => training.cancelReason],
  ['Open tasks', (training) => openTasks(training).join(', ')],
  ['Booked', ({ bookedAt }, { timeZone }) => isoMinute(bookedAt, { timeZone })],
  ['Canceled', ({ canceledAt }, { timeZone }) => (canceledAt ? isoMinute(canceledAt, { timeZone }) : '')],
  ['Time zone', (_training, { zoneName }) => zoneName],
])

function nameState({ canceledAt, heldAt }: Training): string {
  if (canceledAt) return 'Canceled'
  return heldAt ? 'Held' : 'Upcoming'
}

const openTasks = ({ tasks }: Training) => tasks.filter(({ doneAt }) => !doneAt).map(({ text }) => text)
