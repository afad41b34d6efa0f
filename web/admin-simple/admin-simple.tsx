import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import type { WaitlistEntry } from '../../contracts/waitlist.ts'
import type { Page } from '../page.ts'
import { Logo } from '../site/logo.tsx'

type AdminSimpleProps = {
  username: string
  waitlist: {
    entries: WaitlistEntry[]
    next: number | undefined
    /** Exact up to 10,000, then `10000+`. */
    total: string
    isFirstPage: boolean
  }
}

const waitlistTab = paths.adminSimpleTab('waitlist')

/** The admin without script: tabs are links, forms are plain posts. */
export const adminSimple: Page<AdminSimpleProps> = {
  head: () => ({ title: 'Training Waitlist', description: 'The simple admin.' }),
  frame: 'bare',
  Body: ({ site, username, waitlist }) => (
    <div className="simple-admin">
      <header className="simple-admin-bar wrap">
        <Logo site={site} />
        <div className="simple-admin-account">
          <span>
            Signed in as <strong>{username}</strong>
          </span>
          <a href={paths.adminPassword}>Change password</a>
          <form method="post" action={paths.logout}>
            <button type="submit" className="btn btn-quiet btn-small">
              Sign out
            </button>
          </form>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="wrap">
        <nav aria-label="Admin" className="tabs">
          <a href={waitlistTab} aria-current="page">
            Training Waitlist
          </a>
        </nav>
        <div className="list-head">
          <h1>Training Waitlist</h1>
          <p className="count">{waitlist.total === '1' ? '1 entry' : `${waitlist.total} entries`}</p>
        </div>
        {waitlist.entries.length === 0 ? (
          <EmptyWaitlist />
        ) : (
          <ul className="entry-list">
            {waitlist.entries.map((entry) => (
              <li key={entry.id}>
                <EntryCard entry={entry} site={site} />
              </li>
            ))}
          </ul>
        )}
        <nav aria-label="Pages" className="form-actions">
          {!waitlist.isFirstPage && (
            <a className="btn btn-quiet btn-small" href={waitlistTab}>
              Newest entries
            </a>
          )}
          {waitlist.next !== undefined && (
            <a className="btn btn-quiet btn-small" href={`${waitlistTab}&cursor=${waitlist.next}`}>
              Older entries
            </a>
          )}
        </nav>
      </main>
    </div>
  ),
}

function EmptyWaitlist() {
  return (
    <div className="card empty">
      <h2>No waitlist entries yet</h2>
      <p>
        When somebody joins the on-site training waitlist, they appear here. You can{' '}
        <a href={paths.waitlist}>see the form as visitors do</a>.
      </p>
    </div>
  )
}

function EntryCard({ entry, site }: { entry: WaitlistEntry; site: Site }) {
  return (
    <article className="card entry">
      <header>
        <h2 dir="auto">{entry.name}</h2>
        <time dateTime={entry.createdAt}>{formatTime(entry.createdAt, site.timeZone)}</time>
      </header>
      <dl>
        <Fact name="Email">
          <a href={`mailto:${entry.email}`}>{entry.email}</a>
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

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function formatTime(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    new Date(iso),
  )
}
