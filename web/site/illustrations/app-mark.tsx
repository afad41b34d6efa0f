import type { AppId } from '../../../contracts/site.ts'
import adhdAssessment from './app-adhd-assessment.svg?drawing'
import beezy from './app-beezy.svg?drawing'
import calmpath from './app-calmpath.svg?drawing'
import ninetyDayPlan from './app-ninety-day-plan.svg?drawing'
import pricevue from './app-pricevue.svg?drawing'
import { Drawing, type DrawingSource } from './drawing.tsx'

const marks: Record<AppId, DrawingSource> = {
  beezy,
  pricevue,
  'ninety-day-plan': ninetyDayPlan,
  calmpath,
  'adhd-assessment': adhdAssessment,
}

export function AppMark({ id }: { id: AppId }) {
  return <Drawing of={marks[id]} className="app-mark" />
}
