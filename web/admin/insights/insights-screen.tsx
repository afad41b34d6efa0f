import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { type Insights, insights } from '../../../contracts/insights.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { count, longDay } from './figures.ts'
import { RangeForm } from './range-form.tsx'

const loadPlots = () => import('./plots.tsx').then((m) => ({ default: m.Plots }))
const Plots = lazy(loadPlots)

/** What was clicked, joined, published and read in a range of days; the range stands in the address. */
export function InsightsScreen({ query }: { query: URLSearchParams }) {
  const asked = new URLSearchParams([...query].filter(([name]) => name === 'from' || name === 'to'))
  const path = asked.size > 0 ? `${paths.api.insights}?${asked}` : paths.api.insights
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: [path],
    queryFn: async () => {
      // Where the plots do not arrive, that is a failure to load like any other.
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
            As of {new Date(dataUpdatedAt).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })}{' '}
            <button
              type="button"
              className="text-button"
              aria-disabled={isFetching || undefined}
              onClick={() => void refetch()}
            >
              {isFetching ? 'Counting...' : 'Count again'}
            </button>
          </p>
        )}
      </div>
      <RangeForm key={path} query={query} shown={data} />
      {error && <LoadProblem what="The insights could not be loaded." error={error} onRetry={refetch} />}
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

function Summary({ insights: { from, to, timeZone, leftOut } }: { insights: Insights }) {
  const { clickBots, viewBots, viewPrefetches } = leftOut
  return (
    <div className="insights-summary">
      <p role="status">
        <strong>
          {longDay(from)} to {longDay(to)}
        </strong>
        , by the clock of {timeZone}. Weeks begin on Monday.
      </p>
      <p>
        Bots left out: {count(clickBots, 'click')} and {count(viewBots, 'page view')}. A page that a browser
        fetched ahead ({count(viewPrefetches, 'time')}) counts once it is shown.
      </p>
    </div>
  )
}
