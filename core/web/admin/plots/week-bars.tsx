import { BarPlot } from './bar-plot.tsx'
import { count, figure, nameWeeks } from './figures.ts'

export type WeekBarsProps = {
  /** Accessible name of the plot; ", by week" is appended */
  title: string
  weeks: string[]
  counts: number[]
  /** Top value of the vertical axis. Plots that readers compare need the same value. */
  max: number
  /** Singular and plural of the counted thing, such as `click` and `clicks` */
  unit: [one: string, many: string]
  look: 'small' | 'wide'
  /** A color other than the usual green. */
  tone?: 'marigold' | undefined
}

export function WeekBars({ title, weeks, counts, max, unit, look, tone }: WeekBarsProps) {
  const nameWeek = nameWeeks(weeks)
  const isSmall = look === 'small'
  return (
    <BarPlot
      title={`${title}, by week`}
      steps="weeks"
      data={weeks.map((week, index) => ({ week, counted: counts[index] ?? 0 }))}
      x={({ week }) => week}
      nameX={nameWeek}
      minTickGap={isSmall ? 60 : 24}
      max={max}
      formatY={figure}
      bars={[{ dataKey: 'counted', tone }]}
      tip={({ week, counted }) => (
        <>
          Week of {nameWeek(week)}: <b>{count(counted, ...unit)}</b>
        </>
      )}
      tipY={isSmall ? -30 : undefined}
      look={look}
    />
  )
}
