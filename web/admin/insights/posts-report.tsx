import type { Insights } from '../../../contracts/insights.ts'
import { count, figure, nameWeeks, roundUp, sum } from './figures.ts'
import { Report } from './report.tsx'
import { WeekBars, type WeekBarsProps } from './week-bars.tsx'

const title = 'Posts and readership'

export function PostsReport({ insights }: { insights: Insights }) {
  const { weeks, posts } = insights
  const published = sum(posts.published)
  const reads = sum(posts.reads)
  const nameWeek = nameWeeks(weeks)
  return (
    <Report
      name="posts"
      title={title}
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
