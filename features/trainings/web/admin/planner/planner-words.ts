import { formatWeekday } from '../../../../../core/contract/format-date.ts'
import { count } from '../../../../../core/web/admin/plots/figures.ts'
import { monthNames, planTopicLabels } from '../../../../people/contract/plan.ts'
import type { DemandRow } from '../../../contract/planner.ts'

/** "Tue, Mar 2" for a calendar day such as "2027-03-02" */
export const nameDay = (day: string) => formatWeekday(day).replace(/, \d+$/, '')

export const countDays = (days: number) => count(days, 'day')

/** "waiting 3 days" */
export const nameWait = (days: number) => (days === 0 ? 'waiting since today' : `waiting ${countDays(days)}`)

/** The columns of `months` in a row of the demand */
export const monthColumns = [...monthNames.map((name) => name.slice(0, 3)), 'Any']

export const nameTopic = (topic: DemandRow['topic']) =>
  topic === null ? 'Any topic' : planTopicLabels[topic]
