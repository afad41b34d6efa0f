import { formatDateTime } from '../../../../core/contract/format-date.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { ListPages } from '../../../../core/web/admin-simple/list-pages.tsx'
import { Fact } from '../../../../core/web/ui/fact.tsx'
import { mailto } from '../../../../core/web/ui/mailto.ts'
import type { WaitlistEntry } from '../../../../features/people/contract/waitlist.ts'
import { sitePaths } from '../../../../features/site/contract/site-paths.ts'

export type WaitlistTabProps = {
  entries: WaitlistEntry[]
  next: number | undefined
  /** Number of entries: exact up to 10,000, then `10000+` */
  total: string
  isFirstPage: boolean
}

export function WaitlistTab({ entries, next, isFirstPage, site }: WaitlistTabProps & { site: Site }) {
  return (
    <>
      {entries.length === 0 ? (
        <EmptyWaitlist />
      ) : (
        <ul className="entry-list">
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryCard entry={entry} site={site} />
            </li>
          ))}
        </ul>
      )}
      <ListPages tab="waitlist" things="entries" isFirstPage={isFirstPage} next={next} />
    </>
  )
}

function EmptyWaitlist() {
  return (
    <div className="card empty">
      <h2>No waitlist entries yet</h2>
      <p>
        When someone joins the on-site training waitlist, they appear here. You can{' '}
        <a href={sitePaths.waitlist}>see the form as visitors do</a>.
      </p>
    </div>
  )
}

function EntryCard({ entry, site }: { entry: WaitlistEntry; site: Site }) {
  return (
    <article className="card entry">
      <header>
        <h2 dir="auto">{entry.name}</h2>
        <time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt, site)}</time>
      </header>
      <dl>
        <Fact name="Email">
          <a href={mailto(entry.email)}>{entry.email}</a>
        </Fact>
        {entry.phone && (
          <Fact name="Phone">
            <a href={`tel:${entry.phone.replaceAll(/[^\d+]/g, '')}`}>{entry.phone}</a>
          </Fact>
        )}
        {entry.company && <Fact name="Company">{entry.company}</Fact>}
      </dl>
      {entry.message && (
        <p className="entry-message" dir="auto">
          {entry.message}
        </p>
      )}
    </article>
  )
}
