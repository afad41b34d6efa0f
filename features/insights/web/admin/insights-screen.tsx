import { formatDay, formatRecent, formatTimeZone } from '../../../../core/contract/format-date.ts'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { count, describeChange, figure } from '../../../../core/web/admin/plots/figures.ts'
import { call } from '../../../../core/web/api.ts'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { Fact } from '../../../../core/web/ui/fact.tsx'
import { lazyPart } from '../../../../core/web/ui/lazy-part.tsx'
import { type Compared, type Insights, insightsRead, namePages } from '../../contract/insights.ts'
import type { InsightsParts } from './insights-part.ts'
import { RangeForm } from './range-form.tsx'

const loadPlots = () => import('./plots.tsx')
const Plots = lazyPart(loadPlots, 'Plots')

/** Reports on clicks, sign-ups, posts, and page views in a range of days. The URL holds the range. */
export function InsightsScreen({ query, features }: { query: URLSearchParams; features: InsightsParts }) {
  const range = { from: query.get('from') ?? undefined, to: query.get('to') ?? undefined }
  const options = {
    queryKey: queryKeyOf(insightsRead, { query: range }),
    queryFn: async () => {
      // Loads the code of the plots as part of the query, so that a failure of either is shown the same way.
      const code = [loadPlots(), ...features.map(({ insights }) => insights?.report?.load())]
      const [insights] = await Promise.all([call(insightsRead, { query: range }), ...code])
      return insights
    },
  }
  const words = {
    failure: 'The insights couldn’t be loaded.',
    waiting: 'Loading insights...',
    hasSkeleton: true,
  }
  const { data, query: loading, notLoaded } = useLoaded(options, words)
  return (
    <div className="admin-page insights">
      <div className="list-head">
        <h1>Insights</h1>
        {data && (
          <p className="count insights-age">
            As of {formatRecent(new Date(loading.dataUpdatedAt))}{' '}
            <TextButton busy={loading.isFetching} onClick={() => void loading.refetch()}>
              {loading.isFetching ? 'Refreshing...' : 'Refresh'}
            </TextButton>
          </p>
        )}
      </div>
      <RangeForm key={`${range.from} ${range.to}`} query={query} shown={data} />
      {notLoaded}
      {data && <Summary insights={data} />}
      {data && <Plots insights={namePages(data, features)} features={features} />}
    </div>
  )
}

function Summary({ insights: { from, to, timeZone, previous, totals, leftOut } }: { insights: Insights }) {
  const { clickBots, viewBots, viewPrefetches } = leftOut
  const headlines: [string, Compared][] = [
    ['Page views', totals.views],
    ['Clicks', totals.clicks],
    ['Sign-ups', totals.signUps],
  ]
  return (
    <div className="insights-summary">
      <p role="status">
        <strong>
          {formatDay(from)} to {formatDay(to)}
        </strong>{' '}
        ({formatTimeZone(timeZone)}), compared with {formatDay(previous.from)} to {formatDay(previous.to)}
      </p>
      <dl className="headline-numbers">
        {headlines.map(([label, compared]) => (
          <Fact key={label} name={label}>
            <b>{figure(compared.now)}</b>
            <span>{describeChange(compared)}</span>
          </Fact>
        ))}
      </dl>
      <details>
        <summary>How we count</summary>
        <ul>
          <li>Days follow {formatTimeZone(timeZone)}. Weeks start on Monday.</li>
          <li>
            Clicks are those on buttons that lead to your booking page, your community, or an app. Sign-ups
            are waitlist, contact, and newsletter forms without spam or imported subscribers.
          </li>
          <li>
            Not counted (bots): {count(clickBots, 'click')} and {count(viewBots, 'page view')}.
          </li>
          <li>
            Pages a browser preloads are counted only when they’re viewed. There were{' '}
            {count(viewPrefetches, 'preload')}.
          </li>
        </ul>
      </details>
    </div>
  )
}
