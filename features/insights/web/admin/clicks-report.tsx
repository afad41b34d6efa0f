import { useId } from 'react'
import { count, figure, nameWeeks, roundUp, sum } from '../../../../core/web/admin/plots/figures.ts'
import { Report } from '../../../../core/web/admin/plots/report.tsx'
import { WeekBars } from '../../../../core/web/admin/plots/week-bars.tsx'
import type { Insights } from '../../contract/insights.ts'

/** A small plot for each button. All plots have the same vertical axis, so that they can be compared at a glance. */
export function ClicksReport({ insights }: { insights: Insights }) {
  const unclicked = useId()
  const { weeks, clicks } = insights
  const clicked = clicks.filter(({ total }) => total > 0)
  const others = clicks.filter(({ total }) => total === 0)
  const max = roundUp(Math.max(...clicks.flatMap(({ perWeek }) => perWeek)))
  return (
    <Report
      name="clicks"
      title="Clicks on each button"
      summary={describe(clicks)}
      table={{
        heads: ['Button', 'All', ...weeks.map(nameWeeks(weeks))],
        rows: (clicked.length > 0 ? clicks : []).map(({ name, total, perWeek }) => [name, total, ...perWeek]),
      }}
    >
      {clicked.length > 0 && (
        <ul className="small-plots">
          {clicked.map(({ service, name, total, perWeek }) => (
            <li key={service}>
              <p className="small-plot-name">
                {name} <b>{figure(total)}</b>
              </p>
              <WeekBars
                title={`Clicks, ${name}`}
                weeks={weeks}
                counts={perWeek}
                max={max}
                unit={['click', 'clicks']}
                look="small"
              />
            </li>
          ))}
        </ul>
      )}
      {clicked.length > 0 && others.length > 0 && (
        <div className="report-note">
          <p id={unclicked}>No clicks:</p>
          <ul aria-labelledby={unclicked}>
            {others.map(({ service, name }) => (
              <li key={service}>{name}</li>
            ))}
          </ul>
        </div>
      )}
    </Report>
  )
}

function describe(clicks: Insights['clicks']): string {
  const all = sum(clicks.map(({ total }) => total))
  const [first, second] = clicks
  if (all === 0 || !first) return 'No clicks in this period. They show up here moments after someone clicks.'
  if (first.total === second?.total) return `${count(all, 'click')}.`
  return `${count(all, 'click')}. “${first.name}” led with ${figure(first.total)}.`
}
