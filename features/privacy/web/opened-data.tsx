import { Fragment } from 'react'
import { formatDateTime, formatTimeZone } from '../../../core/contract/format-date.ts'
import type { Page } from '../../../core/web/page.ts'
import { BackHome } from '../../../core/web/site/back-home.tsx'
import { Button } from '../../../core/web/ui/button.tsx'
import { privacyPaths } from '../contract/privacy-paths.ts'
import { receipt as receiptWords, openedData as words } from '../words/your-data.ts'

export type OpenedDataProps = {
  token: string
  email: string
  /** The records of each kind as labels and texts, under a title such as "2 internal notes" */
  kinds: { title: string; records: [label: string, text: string][][] }[]
  /** What the deletion does besides */
  effects: string[]
  hasAccount: boolean
}

/** Shows the data that we have about one person. It is opened with a link from an email. */
export const openedData: Page<OpenedDataProps> = {
  head: () => ({ title: words.title, description: words.lead }),
  Body: ({ site, token, email, kinds, effects, hasAccount }) => (
    <main id="main" tabIndex={-1} className="wrap legal">
      <BackHome site={site} look="button" />
      <div className="prose">
        <h1>{words.title}</h1>
        <p>
          {kinds.length > 0 ? words.lead : words.nothing} <strong>{email}</strong>
        </p>
        {kinds.length > 0 && <p>{words.timeZone(formatTimeZone(site.timeZone))}</p>}
        {kinds.map(({ title, records }) => (
          <Fragment key={title}>
            <h2>{title}</h2>
            {records.map((record, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a page that never changes
              <ul key={index}>
                {record.map(([label, text]) => (
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
              <a href={privacyPaths.dataFile(token)} download>
                {words.download}
              </a>
            </p>
            <h2>{words.deleteTitle}</h2>
            <p>{words.deleteLead}</p>
            {effects.map((effect) => (
              <p key={effect}>{effect}</p>
            ))}
            <p>{words.byline}</p>
            {hasAccount && <p>{words.account}</p>}
          </>
        )}
      </div>
      {kinds.length > 0 && (
        <form method="post" action={privacyPaths.dataLink(token)}>
          <Button type="submit">{words.deleteButton}</Button>
        </form>
      )}
    </main>
  ),
}

/** Confirms what was deleted after a person deleted their data. */
export const receipt: Page<{ at: string; deleted: string[]; backupsKept: number }> = {
  head: () => ({ title: receiptWords.title, description: receiptWords.lead }),
  Body: ({ site, at, deleted, backupsKept }) => (
    <main id="main" tabIndex={-1} className="wrap legal">
      <BackHome site={site} look="button" />
      <div className="prose">
        <h1>{receiptWords.title}</h1>
        <p>{receiptWords.lead}</p>
        <p>
          {receiptWords.deletedAt}{' '}
          <strong>
            {formatDateTime(at, site)}, {formatTimeZone(site.timeZone)}
          </strong>
        </p>
        {deleted.length > 0 ? (
          <ul>
            {deleted.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        ) : (
          <p>{receiptWords.nothing}</p>
        )}
        <p>{receiptWords.backups(backupsKept)}</p>
        <p>{receiptWords.byline}</p>
      </div>
    </main>
  ),
}
