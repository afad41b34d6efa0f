import { action, count, detailed, number, recorderOf } from '../../../core/server/activity/record-activity.ts'
import { trainingKind } from '../../calendar/contract/calendar.ts'

export const followUpActions = {
  'attendees-added': detailed(
    trainingKind,
    { people: count },
    ({ people }) => `Noted that ${number.format(people)} ${people === 1 ? 'person' : 'people'} came`,
  ),
  'attendee-removed': action(trainingKind, 'Removed someone who didn’t come', ['attendee']),
  'certificate-withdrawn': action(trainingKind, 'Withdrew a certificate', ['attendee']),
  'certificate-restored': action(trainingKind, 'Made a certificate valid again', ['attendee']),
}
export const recordActivity = recorderOf(followUpActions)
