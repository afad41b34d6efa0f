import type { Insights } from '../../../contracts/insights.ts'
import { monthNames, planTopicLabels } from '../../../contracts/plan.ts'
import { count, figure, nameWeeks, rate, roundUp, sum } from '../plots/figures.ts'
import { PageBars } from '../plots/page-bars.tsx'
import { Report } from '../plots/report.tsx'
import { WeekBars, type WeekBarsProps } from '../plots/week-bars.tsx'
import { ClicksReport } from './clicks-report.tsx'
import { PagesReport } from './pages-report.tsx'
import { SignUpsReport } from './sign-ups-report.tsx'

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
      insights={insights}
      table={{
        heads: ['Week of', 'Posts published', 'Post views'],
        rows: weeks.map((week, index) => ({
          key: week,
          cells: [nameWeek(week), figure(posts.published[index] ?? 0), figure(posts.reads[index] ?? 0)],
        })),
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
  const topics = plans.topics.map(({ topic, people }) => ({ name: planTopicLabels[topic], people }))
  const months = plans.months.map((people, index) => ({ name: monthNames[index] ?? '', people }))
  return (
    <Report
      name="plans"
      title="Training plans"
      summary={describePlans(plans)}
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

function describePlans({ joined, answered }: Insights['plans']): string {
  if (joined === 0) return 'No one joined the waitlist in this period.'
  return `${figure(answered)} of ${count(joined, 'person', 'people')} who joined the waitlist answered “Help us plan.”`
}

/** How many offers are accepted, and how long people wait for their day */
function TrainingsReport({ insights }: { insights: Insights }) {
  const { trainings } = insights
  const { offers, booked, medianDays, held } = trainings
  const bars = [
    { name: 'Offers sent', number: offers.sent },
    { name: 'Offers accepted', number: offers.accepted },
    { name: 'Days booked', number: booked },
    { name: 'Days held', number: held },
  ]
  const isEmpty = bars.every(({ number }) => number === 0)
  const rows = [
    ...bars.map(({ name, number }) => [name, figure(number)]),
    ['Share of offers accepted', rate(offers.accepted, offers.sent)],
    ['Median days from joining to the booked day', medianDays === null ? '-' : figure(medianDays)],
  ]
  return (
    <Report
      name="trainings"
      title="Offers and trainings"
      summary={describeTrainings(trainings)}
      insights={insights}
      table={{
        heads: ['Trainings', 'Number'],
        rows: isEmpty ? [] : rows.map((cells) => ({ key: cells[0] ?? '', cells })),
      }}
    >
      {!isEmpty && (
        <PageBars
          bars={bars.map(({ name, number }) => ({
            key: name,
            name,
            figures: figure(number),
            parts: [{ key: name, tone: 'green', count: number }],
          }))}
        />
      )}
    </Report>
  )
}

function describeTrainings({ offers, booked, medianDays, held }: Insights['trainings']): string {
  const answers =
    offers.sent === 0
      ? 'No offers were sent in this period.'
      : `${figure(offers.accepted)} of ${count(offers.sent, 'offer')} sent in this period ${offers.accepted === 1 || offers.sent === 1 ? 'was' : 'were'} accepted (${rate(offers.accepted, offers.sent)}).`
  const wait =
    medianDays === null
      ? ''
      : ` ${count(booked, 'day was', 'days were')} booked, a median of ${count(medianDays, 'day')} after joining the waitlist.`
  return `${answers}${wait}${held > 0 ? ` ${count(held, 'training was', 'trainings were')} held.` : ''}`
}
