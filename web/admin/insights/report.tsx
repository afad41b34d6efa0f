import { Download } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Insights, InsightsReport } from '../../../contracts/insights.ts'
import { paths } from '../../../contracts/paths.ts'

type ReportProps = {
  name: InsightsReport
  title: string
  /** What the plot says, in a sentence. */
  summary: string
  insights: Insights
  /** Missing where there is nothing to draw. */
  table: ReactNode
  children: ReactNode
}

/** One report: its headline, what it says in words, its plot, the same as a table and as a file. */
export function Report({ name, title, summary, insights: { from, to }, table, children }: ReportProps) {
  const id = useId()
  return (
    <section className="report" aria-labelledby={id}>
      <div className="report-head">
        <h2 id={id}>{title}</h2>
        <a className="text-button" href={paths.api.insightsCsvRange(name, from, to)} download>
          <Download aria-hidden="true" /> Download CSV<span className="sr-only"> of {title}</span>
        </a>
      </div>
      <p className="report-summary">{summary}</p>
      {children}
      {table && (
        <details className="report-table">
          <summary>
            Show as a table<span className="sr-only">: {title}</span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
          <section className="table-scroll" aria-label={`${title}, table`} tabIndex={0}>
            {table}
          </section>
        </details>
      )}
    </section>
  )
}

type ReportTableProps = {
  caption: string
  heads: string[]
  /** The first cell names the row. */
  rows: { key: string; cells: ReactNode[] }[]
}

export function ReportTable({ caption, heads, rows }: ReportTableProps) {
  return (
    <table>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
