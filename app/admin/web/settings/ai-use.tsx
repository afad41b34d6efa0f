import { formatMonth, formatShortMonth } from '../../../../core/contract/format-date.ts'
import { BarPlot } from '../../../../core/web/admin/plots/bar-plot.tsx'
import { figure, roundUp } from '../../../../core/web/admin/plots/figures.ts'
import { Legend } from '../../../../core/web/admin/plots/page-bars.tsx'
import { ReportTable } from '../../../../core/web/admin/plots/report.tsx'
import type { MonthOfUse } from '../../../../features/assistant/contract/ai-settings.ts'

const title = 'AI usage by month'

type AiUseProps = {
  months: MonthOfUse[]
  /** Sentences to append to the summary. `false` is skipped. */
  explain: (string | false)[]
}

/** Tokens that AI services received and wrote in each month, as a plot and as a table. */
export function AiUse({ months, explain }: AiUseProps) {
  const used = months.filter(({ tokensIn, tokensOut }) => tokensIn + tokensOut > 0)
  if (used.length === 0) return <p>No AI service has been used in the last 12 months.</p>
  const max = roundUp(Math.max(...months.map(({ tokensIn, tokensOut }) => tokensIn + tokensOut)))
  const hasPrices = months.some(({ cost }) => cost !== undefined)
  return (
    <>
      <p className="report-summary">{[describe(used), ...explain].filter(Boolean).join(' ')}</p>
      <Legend
        entries={[
          { name: 'Sent to the service', tone: 'green' },
          { name: 'Written by it', tone: 'marigold' },
        ]}
      />
      <BarPlot
        title={title}
        steps="months"
        data={months}
        x={({ month }) => month}
        nameX={formatShortMonth}
        minTickGap={16}
        max={max}
        formatY={compact}
        bars={[{ dataKey: 'tokensIn' }, { dataKey: 'tokensOut', tone: 'marigold' }]}
        tip={({ month, tokensIn, tokensOut, cost }) => (
          <>
            {formatMonth(month)}: <b>{figure(tokensIn)}</b> sent, <b>{figure(tokensOut)}</b> written
            {cost !== undefined && `, cost ${cost.toFixed(2)}`}
          </>
        )}
        look="wide"
      />
      <ReportTable
        title={title}
        heads={['Month', 'Tokens sent', 'Tokens written', ...(hasPrices ? ['Cost'] : [])]}
        rows={months
          .toReversed()
          .map(({ month, tokensIn, tokensOut, cost }) => [
            formatMonth(month),
            tokensIn,
            tokensOut,
            ...(hasPrices ? [(cost ?? 0).toFixed(2)] : []),
          ])}
      />
    </>
  )
}

function describe(used: MonthOfUse[]): string {
  const all = used.reduce((sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut, 0)
  const top = used.reduce((best, month) =>
    month.tokensIn + month.tokensOut > best.tokensIn + best.tokensOut ? month : best,
  )
  return `${figure(all)} tokens in 12 months. ${formatMonth(top.month)} had the most.`
}

const compactNumbers = new Intl.NumberFormat('en', { notation: 'compact' })
const compact = (number: number) => compactNumbers.format(number)
