import type { ComponentProps, ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'

export type PlotBar = { dataKey: string; tone?: 'marigold' | 'clay' | undefined }

type BarPlotProps<Datum> = {
  /** Accessible name. */
  title: string
  /** Plural unit of the horizontal axis, such as `weeks` */
  steps: string
  data: Datum[]
  /** `x` returns a bar's value on the horizontal axis, `nameX` the label for that value. */
  x: (datum: Datum) => string
  nameX: (x: string) => string
  /** Minimum distance in px between two labels on the horizontal axis */
  minTickGap: number
  /** Top value of the vertical axis */
  max: number
  formatY: (y: number) => string
  /** The parts of each bar, stacked from bottom to top */
  bars: PlotBar[]
  /** Renders the tooltip of a bar, which screen readers announce */
  tip: (datum: Datum) => ReactNode
  /** Vertical position of the tooltip in px. Negative values put it above the plot, so that it does not cover bars. */
  tipY?: number | undefined
  look: 'small' | 'wide'
}

/** A bar chart. The arrow keys move from bar to bar, and screen readers announce each bar. */
export function BarPlot<Datum extends object>({
  title,
  steps,
  data,
  x,
  nameX,
  minTickGap,
  max,
  formatY,
  bars,
  tip,
  tipY,
  look,
}: BarPlotProps<Datum>) {
  return (
    <BarChart
      responsive
      className={`week-bars week-bars-${look}`}
      data={data}
      title={title}
      desc={`Use the left and right arrow keys to move between ${steps}.`}
      margin={{ top: 9, right: 2, bottom: 0, left: 0 }}
      barCategoryGap="18%"
    >
      <CartesianGrid vertical={false} />
      <XAxis
        dataKey={x}
        tickFormatter={nameX}
        interval="preserveStartEnd"
        minTickGap={minTickGap}
        tickLine={false}
        height={24}
        padding={{ left: 4, right: 4 }}
      />
      <YAxis
        domain={[0, max]}
        // The middle gets a label only if it is a whole number.
        ticks={max > 1 ? [0, max / 2, max].filter(Number.isInteger) : [0, max]}
        tickFormatter={formatY}
        width="auto"
        axisLine={false}
        tickLine={false}
      />
      <Tooltip
        content={({ active, payload }) => (
          <p className="plot-tip" role="status">
            {active && payload?.[0] && tip(payload[0].payload)}
          </p>
        )}
        cursor={{ className: 'plot-cursor' }}
        position={tipY === undefined ? undefined : { y: tipY }}
        allowEscapeViewBox={{ x: false, y: true }}
        isAnimationActive={false}
      />
      {bars.map(({ dataKey, tone }, index) => (
        <Bar
          key={dataKey}
          dataKey={dataKey}
          stackId="bars"
          isAnimationActive={false}
          className={`plot-bar${tone ? ` plot-bar-${tone}` : ''}`}
          // Rounds only the top of the stack.
          {...(index === bars.length - 1 && {
            radius: [3, 3, 0, 0] satisfies ComponentProps<typeof Bar>['radius'],
          })}
          maxBarSize={44}
        />
      ))}
    </BarChart>
  )
}
