import { Fragment } from 'react'
import { receipt as receiptWords, traceNames, openedData as words } from '../../content/your-data.ts'
import { formatDateTime, formatTimeZone } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import type { Page } from '../page.ts'
import { Button } from '../ui/button.tsx'
import { BackHome } from './back-home.tsx'
import { describeTrace, type Trace, type TraceKind } from './describe-trace.ts'

export type OpenedDataProps = {
  token: string
  email: string
  traces: Partial<Record<TraceKind, Trace[]>>
}

/** Shows the data that we have about one person. It is opened with a link from an email. */
export const openedData: Page<OpenedDataProps> = {
  head: () => ({ title: words.title, description: words.lead }),
  Body: ({ site, token, email, traces }) => {
    const kinds = (Object.keys(traceNames) as TraceKind[]).filter((kind) => traces[kind]?.length)
    const hasTraining = kinds.includes('offers') || kinds.includes('trainings')
    return (
      <main id="main" tabIndex={-1} className="wrap legal">
        <BackHome look="button" />
        <div className="prose">
          <h1>{words.title}</h1>
          <p>
            {kinds.length > 0 ? words.lead : words.nothing} <strong>{email}</strong>
          </p>
          {kinds.length > 0 && <p>{words.timeZone(formatTimeZone(site.timeZone))}</p>}
          {kinds.map((kind) => (
            <Fragment key={kind}>
              <h2>{amount(kind, traces[kind]?.length ?? 0)}</h2>
              {traces[kind]?.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a page that never changes
                <ul key={index}>
                  {describeTrace(kind, row, site.timeZone).map(([label, text]) => (
                    <li key={label}>
                      <strong>{label}:</strong>{' '}
                      <span dir="auto" className="as-written">
                        {text}
                      </span>
                    </li>
                  ))}
                </ul>
              ))}
            </Fragment>
          ))}
          {kinds.length > 0 && (
            <>
              <p>
                <a href={paths.dataFile(token)} download>
                  {words.download}
                </a>
              </p>
              <h2>{words.deleteTitle}</h2>
              <p>{words.deleteLead}</p>
              {hasTraining && <p>{words.trainings}</p>}
              <p>{words.byline}</p>
              {traces.team?.some(isAccount) && <p>{words.account}</p>}
            </>
          )}
        </div>
        {kinds.length > 0 && (
          <form method="post" action={paths.dataLink(token)}>
            <Button type="submit">{words.deleteButton}</Button>
          </form>
        )}
      </main>
    )
  },
}

const isAccount = (trace: Trace) => trace.username !== null && trace['access ended'] === null

/** Confirms what was deleted after a person deleted their data. */
export const receipt: Page<{ at: string; counts: Record<string, number>; backupsKept: number }> = {
  head: () => ({ title: receiptWords.title, description: receiptWords.lead }),
  Body: ({ site, at, counts, backupsKept }) => {
    const kinds = (Object.keys(traceNames) as TraceKind[]).filter((kind) => counts[kind])
    return (
      <main id="main" tabIndex={-1} className="wrap legal">
        <BackHome look="button" />
        <div className="prose">
          <h1>{receiptWords.title}</h1>
          <p>{receiptWords.lead}</p>
          <p>
            {receiptWords.deletedAt}{' '}
            <strong>
              {formatDateTime(at, site)}, {formatTimeZone(site.timeZone)}
            </strong>
          </p>
          {kinds.length > 0 ? (
            <ul>
              {kinds.map((kind) => (
                <li key={kind}>{amount(kind, counts[kind] ?? 0)}</li>
              ))}
            </ul>
          ) : (
            <p>{receiptWords.nothing}</p>
          )}
          <p>{receiptWords.backups(backupsKept)}</p>
          <p>{receiptWords.byline}</p>
        </div>
      </main>
    )
  },
}

function amount(kind: TraceKind, count: number): string {
  const [one, many] = traceNames[kind]
  return `${count} ${count === 1 ? one : many}`
}
