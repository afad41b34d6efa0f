import { action, recorderOf } from '../../../core/server/activity/record-activity.ts'
import { trainingKind } from '../contract/calendar.ts'

export const calendarActions = {
  'trainer-changed': action(trainingKind, 'Changed who gives trainings', ['user']),
  'calendar-link-made': action(trainingKind, 'Made a link to their calendar of trainings'),
  'calendar-link-revoked': action(trainingKind, 'Turned off a link to a calendar of trainings', ['user']),
}
export const recordActivity = recorderOf(calendarActions)
