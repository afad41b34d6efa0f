import { formatDateTime } from '../../../core/contract/format-date.ts'
import {
  action,
  count,
  detailed,
  exportKind,
  number,
  recorderOf,
  time,
} from '../../../core/server/activity/record-activity.ts'
import { personKind } from '../../people/contract/people.ts'

const newsletterKind = { name: 'newsletter', label: 'Newsletter', order: 8 }

export const newsletterActions = {
  'subscriber-removed': action(personKind, 'Removed a subscriber', ['subscriber']),
  'subscriber-erased': action(personKind, 'Permanently deleted a subscriber', ['subscriber']),
  'issue-started': detailed(
    newsletterKind,
    { copies: count },
    ({ copies }) => `Sent a newsletter to ${number.format(copies)} subscribers`,
    ['issue'],
  ),
  'issue-scheduled': detailed(
    newsletterKind,
    { for: time },
    (details, options) => `Scheduled a newsletter for ${formatDateTime(details.for, options)}`,
    ['issue'],
  ),
  'issue-canceled': action(newsletterKind, 'Canceled a scheduled newsletter', ['issue']),
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
