import { action, recorderOf } from '../../../core/server/activity/record-activity.ts'
import { entryForms, personKind } from '../../people/contract/people.ts'

export const privacyActions = {
  'person-deleted': action(personKind, 'Deleted a person', entryForms),
  'person-restored': action(personKind, 'Restored a person', entryForms),
  'spam-deleted': action(personKind, 'Deleted spam', entryForms),
  'spam-restored': action(personKind, 'Restored spam', entryForms),
  'own-data-erased': action(personKind, 'Deleted all data about themselves'),
}
export const recordActivity = recorderOf(privacyActions)
