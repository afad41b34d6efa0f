import { action, exportKind, recorderOf } from '../../../core/server/activity/record-activity.ts'

const eventKind = { name: 'event', label: 'Public dates', order: 8 }

export const eventActions = {
  'event-published': action(eventKind, 'Published a public date', ['event']),
  'event-canceled': action(eventKind, 'Canceled a public date', ['event']),
  'registration-canceled': action(eventKind, 'Canceled a registration for a public date', ['registration']),
  'registration-admitted': action(eventKind, 'Took a registration that looked like spam', ['registration']),
  'registration-paid': action(eventKind, 'Noted a payment for a public date', ['registration']),
  'registrations-exported': action(exportKind, 'Downloaded the registrations for a public date'),
}
export const recordActivity = recorderOf(eventActions)
