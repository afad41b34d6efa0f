import { BarPlot } from '../../../../../core/web/admin/plots/bar-plot.tsx'
import { countPeople, figure, roundUp, sum } from '../../../../../core/web/admin/plots/figures.ts'
import { Legend } from '../../../../../core/web/admin/plots/page-bars.tsx'
import type { DemandRow } from '../../../contract/planner.ts'
import { monthColumns, nameTopic } from './planner-words.ts'

/** The parts of a bar: the busiest places have one each, and all others share one. */
const parts = [{ tone: 'green' }, { tone: 'marigold' }, { tone: 'clay' }] as const
const others = 'All other places'

/** One plot for each topic: head counts by month, stacked by place */
export function DemandPlots({ demand }: { demand: DemandRow[] }) {
  const places = [...new Set(demand.map(({ place }) => place))]
  const own = places.length > parts.length ? places.slice(0, parts.length - 1) : places
  const names = own.length < places.length ? [...own, others] : own
  const topics = [...Map.groupBy(demand, ({ topic }) => topic)].map(([topic, rows]) => ({
    topic,
    months: monthColumns.map((month, index) => ({
      month,
      heads: names.map((name) =>
        sum(
          rows
            .filter(({ place }) => (own.includes(place) ? place : others) === name)
            .map(({ months }) => months[index] ?? 0),
        ),
      ),
    })),
  }))
  const max = roundUp(Math.max(...topics.flatMap(({ months }) => months.map(({ heads }) => sum(heads)))))
  return (
    <>
      <Legend entries={names.map((name, index) => ({ name, tone: parts[index]?.tone ?? 'clay' }))} />
      <ul className="small-plots">
        {topics.map(({ topic, months }) => (
          <li key={topic}>
            <p className="small-plot-name">{nameTopic(topic)}</p>
            <BarPlot
              title={`${nameTopic(topic)}, people by month`}
              steps="months"
              data={months.map(({ month, heads }) => ({
                month,
                heads,
                ...Object.fromEntries(heads.entries()),
              }))}
              x={({ month }) => month}
              nameX={(month) => month}
              minTickGap={12}
              max={max}
              formatY={figure}
              bars={names.map((_, index) => ({ dataKey: String(index), tone: toneOf(index) }))}
              tip={({ month, heads }) => (
                <>
                  {month === 'Any' ? 'Any month' : month}: <b>{countPeople(sum(heads))}</b>
                  {heads.map((count, index) => (count > 0 ? `, ${names[index]} ${figure(count)}` : ''))}
                </>
              )}
              tipY={-30}
              look="small"
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Green is the usual tone of a bar. */
function toneOf(index: number) {
  const tone = parts[index]?.tone
  return tone === 'green' ? undefined : tone
}
