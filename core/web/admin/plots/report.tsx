import { Download } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { useMay } from '../current-user.ts'
import { figure } from './figures.ts'

/** The address of the CSV file with the figures of a report */
export const ReportFileContext = createContext((name: string) => name)

type ReportProps = {
  name: string
  title: string
  /** The main result of the plot in a sentence */
  summary: string
  table: Table
  children: ReactNode
}

/** One report: a plot with a summary, and the same figures as a table and as a CSV file */
export function Report({ name, title, summary, table, children }: ReportProps) {
  const id = useId()
  const mayExport = useMay('export')
  const fileOf = use(ReportFileContext)
  return (
    <section className="report" aria-labelledby={id}>
      <div className="report-head">
        <h2 id={id}>{title}</h2>
        {mayExport && (
          <a className="text-button" href={fileOf(name)} download>
            <Download aria-hidden="true" /> Download CSV<span className="sr-only"> of {title}</span>
          </a>
        )}
      </div>
      <p className="report-summary">{summary}</p>
      {children}
      {table.rows.length > 0 && <ReportTable title={title} {...table} />}
    </section>
  )
}

type Table = {
  heads: string[]
  /** The first cell names the row. Numbers are formatted. */
  rows: ReactNode[][]
}

/** The figures of a plot as a table, for people who cannot see the plot or want exact numbers. Collapsed at first. */
export function ReportTable({ title, heads, rows }: Table & { title: string }) {
  return (
    <details className="report-table">
      <summary>
        Show as a table<span className="sr-only">: {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section className="report-scroll" aria-label={`${title}, table`} tabIndex={0}>
        <table>
          <caption className="sr-only">{title}</caption>
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
            {rows.map(([name, ...cells], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
              <tr key={index}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column only
                  <td key={index}>{typeof cell === 'number' ? figure(cell) : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
