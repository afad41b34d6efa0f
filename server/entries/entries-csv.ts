import { isoMinute } from '../../contracts/format-date.ts'
import { type Entry, formLabels, statusLabels } from '../../contracts/people.ts'
import { createCsv } from '../http/csv.ts'

export const entriesCsv = createCsv<Entry>([
  ['Form', (entry) => formLabels[entry.form]],
  ['Received', (entry, { timeZone }) => isoMinute(entry.createdAt, { timeZone })],
  ['Time zone', (_entry, { zoneName }) => zoneName],
  ['Name', (entry) => entry.name],
  ['Email', (entry) => entry.email],
  ['Phone', (entry) => entry.phone],
  ['Organization', (entry) => entry.company],
  ['Industry', (entry) => entry.industry],
  ['Services', (entry) => entry.services.join(', ')],
  ['Timeline', (entry) => entry.timeline],
  ['Message', (entry) => entry.message],
  ['Status', (entry) => statusLabels[entry.status]],
  ['Tags', (entry) => entry.tags.join(', ')],
  ['Next step', (entry) => entry.nextStep?.text ?? ''],
  ['Next step due', (entry) => entry.nextStep?.dueOn ?? ''],
  ['Next step by', (entry) => entry.nextStep?.owner?.name ?? ''],
  ['Page', (entry) => entry.sourceName],
  ['Address', (entry) => entry.source],
  ['Received (UTC)', (entry) => entry.createdAt],
])
