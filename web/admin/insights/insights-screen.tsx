import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { formatDay, formatRecent, formatTimeZone } from '../../../contracts/format-date.ts'
import { type Compared, type Insights, insights } from '../../../contracts/insights.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { count, describeChange, figure } from './figures.ts'
import { RangeForm } from './range-form.tsx'

const loadPlots = () => import('./plots.tsx').then((m) => ({ default: m.Plots }))
const Plots = lazy(loadPlots)

/** What was clicked, joined, published and read in a range of days; the range is in the address. */
export function InsightsScreen({ query }: { query: URLSearchParams }) {
  const asked = new URLSearchParams([...query].filter(([name]) => name === 'from' || name === 'to'))
  const path = asked.size > 0 ? `${paths.api.insights}?${asked}` : paths.api.insights
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: [path],
    queryFn: async () => {
      // If the code of the plots doesn't load, that is a failure like any other.
      const [json] = await Promise.all([callApi('GET', path), loadPlots()])
      return z.parse(insights, json)
    },
  })
  return (
    <div className="admin-page insights">
      <div className="list-head">
        <h1>Insights</h1>
        {data && (
          <p className="count insights-age">
            As of {formatRecent(new Date(dataUpdatedAt))}{' '}
            <button
              type="button"
              className="text-button"
              aria-disabled={isFetching || undefined}
              onClick={() => void refetch()}
            >
              {isFetching ? 'Refreshing...' : 'Refresh'}
            </button>
          </p>
        )}
      </div>
      <RangeForm key={path} query={query} shown={data} />
      {error && <LoadProblem what="The insights couldn’t be loaded." error={error} onRetry={refetch} />}
      {!data && !error && (
        <div>
          <p>Loading insights...</p>
          <div className="skeleton skeleton-text" />
        </div>
      )}
      {data && <Summary insights={data} />}
      {data && (
        <Suspense>
          <Plots insights={data} />
        </Suspense>
      )}
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
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{figure(compared.now)}</b>
              <span>{describeChange(compared)}</span>
            </dd>
          </div>
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
