import { Bar, BarChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts'
import type { MonthOfUse } from '../../../contracts/ai-settings.ts'
import { formatMonth, formatShortMonth } from '../../../contracts/format-date.ts'
import { figure, roundUp } from '../insights/figures.ts'
import { ReportTable } from '../insights/report.tsx'

const title = 'AI usage by month'

type AiUseProps = {
  months: MonthOfUse[]
  /** Sentences for the end of the summary. */
  explain: (string | false)[]
}

/** What AI services were sent and wrote in each month, drawn and as a table. */
export function AiUse({ months, explain }: AiUseProps) {
  const used = months.filter(({ tokensIn, tokensOut }) => tokensIn + tokensOut > 0)
  if (used.length === 0) return <p>No AI service has been used in the last 12 months.</p>
  const most = roundUp(Math.max(...months.map(({ tokensIn, tokensOut }) => tokensIn + tokensOut)))
  const hasPrices = months.some(({ cost }) => cost !== undefined)
  return (
    <>
      <p className="report-summary">{[describe(used), ...explain].filter(Boolean).join(' ')}</p>
      <ul className="plot-legend">
        <li>
          <Swatch className="page-bar-green" /> Sent to the service
        </li>
        <li>
          <Swatch className="page-bar-marigold" /> Written by it
        </li>
      </ul>
      <BarChart
        responsive
        className="week-bars week-bars-wide"
        data={months}
        title={title}
        desc="Use the left and right arrow keys to move between months."
        margin={{ top: 9, right: 2, bottom: 0, left: 0 }}
        barCategoryGap="18%"
      >
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="month"
          tickFormatter={formatShortMonth}
          interval="preserveStartEnd"
          minTickGap={16}
          tickLine={false}
          height={24}
          padding={{ left: 4, right: 4 }}
        />
        <YAxis
          domain={[0, most]}
          ticks={[0, most / 2, most].filter(Number.isInteger)}
          tickFormatter={compact}
          width="auto"
          axisLine={false}
          tickLine={false}
        />
        <Tooltip content={MonthTip} cursor={{ className: 'plot-cursor' }} isAnimationActive={false} />
        <Bar
          dataKey="tokensIn"
          stackId="tokens"
          isAnimationActive={false}
          className="plot-bar"
          maxBarSize={44}
        />
        <Bar
          dataKey="tokensOut"
          stackId="tokens"
          isAnimationActive={false}
          className="plot-bar plot-bar-marigold"
          radius={[3, 3, 0, 0]}
          maxBarSize={44}
        />
      </BarChart>
      <details className="report-table">
        <summary>
          Show as a table<span className="sr-only">: {title}</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
        <section className="table-scroll" aria-label={`${title}, table`} tabIndex={0}>
          <ReportTable
            caption={title}
            heads={['Month', 'Tokens sent', 'Tokens written', ...(hasPrices ? ['Cost'] : [])]}
            rows={months.toReversed().map(({ month, tokensIn, tokensOut, cost }) => ({
              key: month,
              cells: [
                formatMonth(month),
                figure(tokensIn),
                figure(tokensOut),
                ...(hasPrices ? [(cost ?? 0).toFixed(2)] : []),
              ],
            }))}
          />
        </section>
      </details>
    </>
  )
}

function MonthTip({ active, payload }: TooltipContentProps) {
  const bar = payload?.[0]?.payload as MonthOfUse | undefined
  return (
    <p className="plot-tip" role="status">
      {active && bar && (
        <>
          {formatMonth(bar.month)}: <b>{figure(bar.tokensIn)}</b> sent, <b>{figure(bar.tokensOut)}</b> written
          {bar.cost !== undefined && `, cost ${bar.cost.toFixed(2)}`}
        </>
      )}
    </p>
  )
}

const Swatch = ({ className }: { className: string }) => (
  <svg viewBox="0 0 10 10" aria-hidden="true">
    <rect width="10" height="10" rx="2" className={className} />
  </svg>
)

function describe(used: MonthOfUse[]): string {
  const all = used.reduce((sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut, 0)
  const top = used.reduce((most, month) =>
    month.tokensIn + month.tokensOut > most.tokensIn + most.tokensOut ? month : most,
  )
  return `${figure(all)} tokens in 12 months. ${formatMonth(top.month)} had the most.`
}

const compactNumbers = new Intl.NumberFormat('en', { notation: 'compact' })
const compact = (number: number) => compactNumbers.format(number)
