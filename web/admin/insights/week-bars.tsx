import { Bar, BarChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts'
import { count, figure, nameWeeks } from './figures.ts'

type WeekBarsProps = {
  /** Its name for those who do not see it. */
  title: string
  weeks: string[]
  counts: number[]
  /** Where the axis ends: the same for plots that are compared. */
  most: number
  /** What is counted: one and many. */
  unit: [one: string, many: string]
  look: 'small' | 'wide'
  /** Another color than the usual green. */
  tone?: 'marigold' | undefined
}

/** One bar a week. The arrow keys go from week to week; what a bar says is read out. */
export function WeekBars({ title, weeks, counts, most, unit, look, tone }: WeekBarsProps) {
  const data = weeks.map((week, index) => ({ week, counted: counts[index] ?? 0 }))
  const nameWeek = nameWeeks(weeks)
  return (
    <BarChart
      responsive
      className={`week-bars week-bars-${look}`}
      data={data}
      title={`${title}, by week`}
      desc="Use the left and right arrow keys to move between weeks."
      margin={{ top: 9, right: 2, bottom: 0, left: 0 }}
      barCategoryGap="18%"
    >
      <CartesianGrid vertical={false} />
      <XAxis
        dataKey="week"
        tickFormatter={nameWeek}
        interval="preserveStartEnd"
        minTickGap={look === 'small' ? 60 : 24}
        tickLine={false}
        height={24}
        padding={{ left: 4, right: 4 }}
      />
      <YAxis
        domain={[0, most]}
        ticks={most > 1 ? [0, most / 2, most].filter(Number.isInteger) : [0, most]}
        tickFormatter={figure}
        width="auto"
        axisLine={false}
        tickLine={false}
      />
      <Tooltip
        content={(props) => <WeekTip {...props} unit={unit} nameWeek={nameWeek} />}
        cursor={{ className: 'plot-cursor' }}
        // Above the bars of a small plot, which it would cover.
        position={look === 'small' ? { y: -30 } : undefined}
        allowEscapeViewBox={{ x: false, y: true }}
        isAnimationActive={false}
      />
      <Bar
        dataKey="counted"
        isAnimationActive={false}
        className={`plot-bar${tone ? ` plot-bar-${tone}` : ''}`}
        radius={[3, 3, 0, 0]}
        maxBarSize={44}
      />
    </BarChart>
  )
}

type WeekTipProps = TooltipContentProps & { unit: [string, string]; nameWeek: (week: string) => string }

function WeekTip({ active, payload, unit, nameWeek }: WeekTipProps) {
  const bar = payload?.[0]?.payload as { week: string; counted: number } | undefined
  return (
    <p className="plot-tip" role="status">
      {active && bar && (
        <>
          Week of {nameWeek(bar.week)}: <b>{count(bar.counted, ...unit)}</b>
        </>
      )}
    </p>
  )
}
