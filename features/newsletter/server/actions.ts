import {
  action,
  count,
  detailed,
  exportKind,
  number,
  recorderOf,
} from '../../../core/server/activity/record-activity.ts'
import { personKind } from '../../people/contract/people.ts'

const newsletterKind = { name: 'newsletter', label: 'Newsletter', order: 8 }

export const newsletterActions = {
  'subscriber-removed': action(personKind, 'Removed a subscriber', ['subscriber']),
  'subscriber-erased': action(personKind, 'Permanently deleted a subscriber', ['subscriber']),
  'issue-started': detailed(
    newsletterKind,
    { copies: count },
    ({ copies }) => `Sent a post to ${number.format(copies)} subscribers`,
    ['issue'],
  ),
  'issue-paused': action(newsletterKind, 'Paused a newsletter issue', ['issue']),
  'issue-resumed': action(newsletterKind, 'Resumed a newsletter issue', ['issue']),
  'subscribers-imported': detailed(
    newsletterKind,
    { added: count },
    ({ added }) => `Imported ${number.format(added)} subscribers`,
  ),
  'subscribers-exported': action(exportKind, 'Downloaded the list of subscribers'),
}
export const recordActivity = recorderOf(newsletterActions)
