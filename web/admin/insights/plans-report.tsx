import type { Insights } from '../../../contracts/insights.ts'
import { monthNames, planTopicLabels } from '../../../contracts/plan.ts'
import { count, figure } from './figures.ts'
import { PageBars } from './page-bars.tsx'
import { Report } from './report.tsx'

/** Report on the answers to "Help us plan" */
export function PlansReport({ insights }: { insights: Insights }) {
  const { plans } = insights
  const topics = plans.topics.map(({ topic, people }) => ({ name: planTopicLabels[topic], people }))
  const months = plans.months.map((people, index) => ({ name: monthNames[index] ?? '', people }))
  return (
    <Report
      name="plans"
      title="Training plans"
      summary={describe(plans)}
      insights={insights}
      table={{
        heads: ['Answer', 'People'],
        rows: (plans.answered > 0 ? [...topics, ...months] : []).map(({ name, people }) => ({
          key: name,
          cells: [name, figure(people)],
        })),
      }}
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

function Demand({ title, bars }: { title: string; bars: { name: string; people: number }[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <PageBars
        bars={bars.map(({ name, people }) => ({
          key: name,
          name,
          figures: figure(people),
          parts: [{ key: name, tone: 'green', count: people }],
        }))}
      />
    </div>
  )
}

function describe({ joined, answered }: Insights['plans']): string {
  if (joined === 0) return 'No one joined the waitlist in this period.'
  return `${figure(answered)} of ${count(joined, 'person', 'people')} who joined the waitlist answered “Help us plan.”`
}
