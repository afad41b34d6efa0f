import type { Insights } from '../../../contracts/insights.ts'
import { ClicksReport } from './clicks-report.tsx'
import { PagesReport } from './pages-report.tsx'
import { PlansReport } from './plans-report.tsx'
import { PostsReport } from './posts-report.tsx'
import { SignUpsReport } from './sign-ups-report.tsx'
import { TrainingsReport } from './trainings-report.tsx'

/** The reports with plots. Separate from the screen, because the chart library is loaded only when it is needed. */
export function Plots({ insights }: { insights: Insights }) {
  return (
    <>
      <ClicksReport insights={insights} />
      <SignUpsReport insights={insights} />
      <PlansReport insights={insights} />
      <TrainingsReport insights={insights} />
      <PostsReport insights={insights} />
      <PagesReport insights={insights} />
    </>
  )
}
