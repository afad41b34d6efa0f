import { formatTimeZone, isoMinute } from '../../contracts/format-date.ts'
import { endReasonLabels, frequencyLabels, type Subscriber } from '../../contracts/newsletter.ts'
import { csvLine } from '../entries/csv.ts'

/** Time zone of the times in the file, and its display name */
type Zone = { timeZone: string; zoneName: string }
type Column = [string, (row: Subscriber, zone: Zone) => string]

/** read-subscriber-list.ts recognizes these names. */
const columns: Column[] = [
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
]

export const subscriberHead = csvLine(columns.map(([name]) => name))

export function subscriberLines(rows: Subscriber[], timeZone: string): string {
  const zone = { timeZone, zoneName: formatTimeZone(timeZone) }
  return rows.map((row) => csvLine(columns.map(([, read]) => read(row, zone)))).join('')
}
