import { isoMinute } from '../../contracts/format-date.ts'
import { endReasonLabels, frequencyLabels, type Subscriber } from '../../contracts/newsletter.ts'
import { createCsv } from '../http/csv.ts'

/** The import (read-subscriber-list.ts) recognizes these headings. */
export const subscribersCsv = createCsv<Subscriber>([
  ['Email', (row) => row.email],
  ['Subscribed', (row, { timeZone }) => isoMinute(row.subscribedAt, { timeZone })],
  ['Active', (row) => (row.isActive ? 'Yes' : 'No')],
  ['How often', (row) => frequencyLabels[row.frequency]],
  ['Consent', (row) => row.consent ?? ''],
  ['Page', (row) => row.sourceName ?? ''],
  ['Address', (row) => row.source ?? ''],
  ['Left', (row, { timeZone }) => (row.endedAt ? isoMinute(row.endedAt, { timeZone }) : '')],
  ['Reason', (row) => (row.endReason ? endReasonLabels[row.endReason] : '')],
  ['Time zone', (_row, { zoneName }) => zoneName],
  ['Subscribed (UTC)', (row) => row.subscribedAt],
  ['Left (UTC)', (row) => row.endedAt ?? ''],
])
