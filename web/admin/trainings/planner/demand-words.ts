import { planTopicLabels } from '../../../../contracts/plan.ts'
import type { DemandRow } from '../../../../contracts/planner.ts'

/** The columns of `months` in a row of the demand */
export const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
  'Any',
] as const

export const nameTopic = (topic: DemandRow['topic']) =>
  topic === null ? 'Any topic' : planTopicLabels[topic]
