import adhdAssessment from '../../../../core/web/site/illustrations/app-adhd-assessment.svg?drawing'
import beezy from '../../../../core/web/site/illustrations/app-beezy.svg?drawing'
import calmpath from '../../../../core/web/site/illustrations/app-calmpath.svg?drawing'
import ninetyDayPlan from '../../../../core/web/site/illustrations/app-ninety-day-plan.svg?drawing'
import pricevue from '../../../../core/web/site/illustrations/app-pricevue.svg?drawing'
import { Drawing, type DrawingSource } from '../../../../core/web/site/illustrations/drawing.tsx'
import { hasVisibleText } from '../../../../features/site/contract/site-content/schema.ts'
import type { App } from '../../../../features/site/contract/site-content/sections.ts'

const marks: Record<Exclude<App['mark'], 'letter'>, DrawingSource> = {
  beezy,
  pricevue,
  'ninety-day-plan': ninetyDayPlan,
  calmpath,
  'adhd-assessment': adhdAssessment,
}

/** The logo of an app: one of the drawings, or the first letter of its name */
export function AppMark({ app }: { app: Pick<App, 'mark' | 'name'> }) {
  if (app.mark !== 'letter') return <Drawing of={marks[app.mark]} className="app-mark" />
  return (
    <svg className="app-mark app-mark-letter" viewBox="0 0 56 56" aria-hidden="true">
      <rect x="2" y="2" width="52" height="52" rx="14" />
      <text x="28" y="38" textAnchor="middle">
        {firstLetter(app.name)}
      </text>
    </svg>
  )
}

const letters = new Intl.Segmenter('en')

/** The first character as people see it, which may be several code points, such as a flag */
function firstLetter(name: string): string {
  for (const { segment } of letters.segment(name)) if (hasVisibleText(segment)) return segment
  return ''
}
