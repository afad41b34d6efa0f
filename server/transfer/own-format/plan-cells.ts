import { type PlanAnswers, type PlanRequest, planRequest } from '../../../contracts/plan.ts'
import { type CsvRow, fromLines, toLines } from './csv-tables.ts'

/** The answers to "Help us plan" in a row of people.csv */
export function writePlanCells(plan: PlanAnswers | undefined) {
  return {
    City: plan?.city ?? '',
    State: plan?.state ?? '',
    ZIP: plan?.zip ?? '',
    'Group size': String(plan?.groupSize ?? ''),
    Topics: toLines(plan?.topics ?? null),
    Months: toLines(plan?.months.map(String) ?? null),
    Weekdays: toLines(plan?.weekdays.map(String) ?? null),
    Format: plan?.format ?? '',
    'Plan entered by': plan?.enteredBy ?? '',
    'Plan changed (UTC)': plan?.updatedAt ?? '',
  }
}

type ReadPlan = { answers: PlanRequest; enteredBy: string | null; updatedAt: Date }

/** Undefined if there are no answers, and `unreadable` if someone changed the cells to what is no answer */
export function readPlanCells(row: CsvRow<'people.csv'>): ReadPlan | 'unreadable' | undefined {
  const changed = row['Plan changed (UTC)']
  if (changed === '') return undefined
  const parsed = planRequest.safeParse({
    city: row.City,
    state: row.State,
    zip: row.ZIP,
    groupSize: row['Group size'] === '' ? null : Number(row['Group size']),
    topics: fromLines(row.Topics),
    months: fromLines(row.Months).map(Number),
    weekdays: fromLines(row.Weekdays).map(Number),
    format: row.Format || null,
  })
  if (!parsed.success) return 'unreadable'
  return { answers: parsed.data, enteredBy: row['Plan entered by'] || null, updatedAt: new Date(changed) }
}
