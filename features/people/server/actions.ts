import { action, exportKind, recorderOf } from '../../../core/server/activity/record-activity.ts'
import { personKind } from '../contract/people.ts'

export const peopleActions = {
  'note-deleted': action(personKind, 'Deleted a note about a person', ['note']),
  'people-exported': action(exportKind, 'Downloaded the list of people'),
}
export const recordActivity = recorderOf(peopleActions)
