import {
  formatClock,
  formatRecent,
  formatShortDay,
  formatWeekday,
} from '../../../../core/contract/format-date.ts'
import { formatHours } from '../../../calendar/contract/day-time.ts'
import { type PlanTopic, planTopicLabels } from '../../../people/contract/plan.ts'
import { describeGaps, type Training } from '../../contract/trainings.ts'

// Words for offers and trainings that several screens of the admin show.

type Hours = { startsAt: string; endsAt: string; timeZone: string | null }

/** "Mon, Dec 7, 2026, 9:00 AM to 4:00 PM Eastern Time" */
export const describeDay = (day: string, hours: Hours) => `${formatWeekday(day)}, ${describeHours(hours)}`

/** "at 2:03 AM", "yesterday at 2:03 AM", "on Nov 20 at 2:03 AM": a time in the middle of a sentence */
export function describeTime(time: string): string {
  const recent = formatRecent(time)
  const comma = recent.lastIndexOf(', ')
  if (comma < 0) return `at ${recent}`
  const day = recent.slice(0, comma)
  return `${day === 'Yesterday' ? 'yesterday' : `on ${day}`} at ${recent.slice(comma + 2)}`
}

/** "9:00 AM to 4:00 PM Eastern Time" */
export const describeHours = ({ startsAt, endsAt, timeZone }: Hours) =>
  timeZone === null
    ? `${formatClock(startsAt)} to ${formatClock(endsAt)} (no time zone chosen yet)`
    : formatHours(startsAt, endsAt, timeZone)

/** "Dec 7, Dec 9, and Dec 10" */
export const listDays = (days: readonly string[]) => listWords(days.map(formatShortDay))

export const listTopics = (topics: readonly PlanTopic[]) =>
  topics.map((topic) => planTopicLabels[topic]).join(', ')

const andList = new Intl.ListFormat('en-US', { type: 'conjunction' })
export const listWords = (words: string[]) => andList.format(words)

/** What the client of a booked day wishes instead */
export const describeWish = ({ wishedDay }: Training) =>
  wishedDay ? `They asked to move to ${formatWeekday(wishedDay)}.` : 'They asked for another day.'

export type TrainingState = 'upcoming' | 'past' | 'held' | 'canceled'

/** `past`: the day is over, and no one has marked the training as held. */
export function stateOf(training: Training, today: string): TrainingState {
  if (training.canceledAt) return 'canceled'
  if (training.heldAt) return 'held'
  return training.day < today ? 'past' : 'upcoming'
}

/** Lists what an upcoming training still needs; empty for other trainings, and if everything is ready */
export const gapsOf = (training: Training, today: string): string =>
  stateOf(training, today) === 'upcoming'
    ? describeGaps({
        ...training,
        openTasks: training.tasks.filter(({ doneAt }) => doneAt === null).length,
      })
    : ''
