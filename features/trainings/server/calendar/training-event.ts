import { formatHours } from '../../../calendar/contract/day-time.ts'
import type { CalendarEvent } from '../../../manifest/calendar-event.ts'

type TrainingDay = Pick<CalendarEvent, 'sequence' | 'day' | 'startsAt' | 'endsAt' | 'timeZone'> & {
  uid: string
  format: 'in-person' | 'online'
  place: string
  canceledAt: Date | null
}

type ForClient = { siteName: string; trainerName: string; prepare: string; link: string }

export function clientEvent(
  training: TrainingDay,
  writtenAt: Date,
  { siteName, trainerName, prepare, link }: ForClient,
): CalendarEvent {
  const { startsAt, endsAt, timeZone } = training
  return {
    ...toEvent(training, writtenAt),
    summary: `Training with ${siteName}`,
    description: [
      formatHours(startsAt, endsAt, timeZone),
      trainerName && `Your trainer: ${trainerName}`,
      prepare && `Please prepare: ${prepare}`,
      link && `See or change this day: ${link}`,
    ]
      .filter(Boolean)
      .join('\n'),
  }
}

type ForTrainer = { company: string; adminUrl: string }

/**
 * A booked day in the calendar of its trainer. Calendars are shared and copied, so the only facts about the client are
 * the organization and the place.
 */
export function trainerEvent(
  training: TrainingDay,
  writtenAt: Date,
  { company, adminUrl }: ForTrainer,
): CalendarEvent {
  const { startsAt, endsAt, timeZone } = training
  return {
    ...toEvent(training, writtenAt),
    summary: company ? `Training: ${company}` : 'Training',
    description: `${formatHours(startsAt, endsAt, timeZone)}\nEverything about it: ${adminUrl}`,
  }
}

export function toEvent(training: TrainingDay, writtenAt: Date) {
  const { uid, sequence, day, startsAt, endsAt, timeZone, format, place, canceledAt } = training
  return {
    uid: `${uid}@everyday-ai`,
    sequence,
    writtenAt,
    day,
    startsAt,
    endsAt,
    timeZone,
    location: place || (format === 'online' ? 'Online' : ''),
    status: canceledAt ? ('canceled' as const) : ('confirmed' as const),
  }
}
