import { weekdayNames } from '../../contracts/calendar-days.ts'
import { isoMinute } from '../../contracts/format-date.ts'
import { type Entry, formLabels, statusLabels } from '../../contracts/people.ts'
import { monthNames, type PlanAnswers, planFormatLabels, planTopicLabels } from '../../contracts/plan.ts'
import { createCsv } from '../http/csv.ts'

export type PlannedEntry = Entry & { plan: PlanAnswers | undefined }

export const entriesCsv = createCsv<PlannedEntry>([
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
  ['City', ({ plan }) => plan?.city ?? ''],
  ['State', ({ plan }) => plan?.state ?? ''],
  ['ZIP', ({ plan }) => plan?.zip ?? ''],
  ['Group size', ({ plan }) => String(plan?.groupSize ?? '')],
  ['Topics', ({ plan }) => plan?.topics.map((topic) => planTopicLabels[topic]).join(', ') ?? ''],
  ['Months', ({ plan }) => plan?.months.map((month) => monthNames[month - 1]).join(', ') ?? ''],
  ['Weekdays', ({ plan }) => plan?.weekdays.map((day) => weekdayNames[day]).join(', ') ?? ''],
  ['In person or online', ({ plan }) => (plan?.format ? planFormatLabels[plan.format] : '')],
  ['Received (UTC)', (entry) => entry.createdAt],
])
