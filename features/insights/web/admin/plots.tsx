import { filterUrl } from '../../../../core/web/admin/lists/filters.tsx'
import { count, figure, nameWeeks, roundUp, sum } from '../../../../core/web/admin/plots/figures.ts'
import { type Figure, PageBars, toBar } from '../../../../core/web/admin/plots/page-bars.tsx'
import { Report, ReportFileContext } from '../../../../core/web/admin/plots/report.tsx'
import { WeekBars, type WeekBarsProps } from '../../../../core/web/admin/plots/week-bars.tsx'
import { monthNames, planTopicLabels } from '../../../people/contract/plan.ts'
import type { Insights } from '../../contract/insights.ts'
import { insightsPaths } from '../../contract/insights-paths.ts'
import { ClicksReport } from './clicks-report.tsx'
import type { InsightsParts } from './insights-part.ts'
import { PagesReport } from './pages-report.tsx'
import { SignUpsReport } from './sign-ups-report.tsx'

/** The reports with plots. Separate from the screen, because the chart library is loaded only when it is needed. */
export function Plots({ insights, features }: { insights: Insights; features: InsightsParts }) {
  const { from, to } = insights
  const reports = features.flatMap(({ insights }) => insights?.report ?? [])
  const forms = features.flatMap(({ insights }) => insights?.signUps ?? [])
  return (
    <ReportFileContext value={(name) => filterUrl(insightsPaths.csv(name), { from, to })}>
      <ClicksReport insights={insights} />
      <SignUpsReport insights={insights} otherForms={forms} />
      <PlansReport insights={insights} />
      {reports.map(({ name, Report }) => (
        <Report key={name} insights={insights} />
      ))}
      <PostsReport insights={insights} />
      <PagesReport insights={insights} />
    </ReportFileContext>
  )
}

function PostsReport({ insights }: { insights: Insights }) {
  const { weeks, posts } = insights
  const published = sum(posts.published)
  const reads = sum(posts.reads)
  const nameWeek = nameWeeks(weeks)
  return (
    <Report
      name="posts"
      title="Posts and readership"
      summary={`${count(published, 'post')} published. Posts were viewed ${count(reads, 'time')}.`}
      table={{
        heads: ['Week of', 'Posts published', 'Post views'],
        rows: weeks.map((week, index) => [nameWeek(week), posts.published[index], posts.reads[index]]),
      }}
    >
      {published + reads > 0 && (
        <div className="wide-plots">
          <WidePlot title="Post views" weeks={weeks} counts={posts.reads} unit={['view', 'views']} />
          <WidePlot
            title="Posts published"
            weeks={weeks}
            counts={posts.published}
            unit={['post', 'posts']}
            tone="marigold"
          />
        </div>
      )}
    </Report>
  )
}

function WidePlot(plot: Omit<WeekBarsProps, 'max' | 'look'>) {
  return (
    <div>
      <h3>{plot.title}</h3>
      <WeekBars {...plot} max={roundUp(Math.max(...plot.counts))} look="wide" />
    </div>
  )
}

/** Report on the answers to "Help us plan" */
function PlansReport({ insights }: { insights: Insights }) {
  const { plans } = insights
  const topics = plans.topics.map(({ topic, people }): Figure => [planTopicLabels[topic], people])
  const months = plans.months.map((people, index): Figure => [monthNames[index] ?? '', people])
  return (
    <Report
      name="plans"
      title="Training plans"
      summary={describePlans(plans)}
      table={{ heads: ['Answer', 'People'], rows: plans.answered > 0 ? [...topics, ...months] : [] }}
    >
      {plans.answered > 0 && (
        <div className="plan-demand">
          <Demand title="Topics they want" bars={topics} />
          <Demand title="Months that work" bars={months} />
        </div>
      )}
    </Report>
  )
}

function Demand({ title, bars }: { title: string; bars: Figure[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <PageBars bars={bars.map(toBar)} />
    </div>
  )
}

function describePlans({ joined, answered }: Insights['plans']): string {
  if (joined === 0) return 'No one joined the waitlist in this period.'
  return `${figure(answered)} of ${count(joined, 'person', 'people')} who joined the waitlist answered “Help us plan.”`
}
