import type { SQL } from 'drizzle-orm'
import type { EntryStatus, PersonEvent } from '../contracts/people.ts'
import type { SiteSettings } from '../contracts/site.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { Database, Queryable } from './db/connect.ts'
import type { App } from './http/app.ts'
import type { JobWork } from './jobs/queue.ts'
import type { MailHooks } from './mail/mail-hooks.ts'

export type RedirectFinder = {
  /**
   * Finds where an address of an old site leads now. Call it only where nothing else is at the address: with `by`
   * `query`, at a page that does not know the query, such as `/?p=123`.
   */
  find(address: string, by: 'path' | 'query'): Promise<string | undefined>
  /** Reads again whether there are redirects at all. */
  forget(): void
}

/** What shows a picture or links to a file, which keeps it from being deleted */
export type Use = { posts: { id: number; title: string }[]; detail: string }

export type MediaUses = {
  /** Selects name, counts (false in the trash), and is_public of each use of a name in `wanted`. */
  list?: SQL
  find(tx: Queryable, name: string, options?: { withTrash: boolean }): Promise<Use | undefined>
}

/**
 * What a feature adds to the server. Manifests are written with `satisfies Feature`: each part declares what it needs of
 * the app, and `features.ts` checks that the app has it.
 */
export type Feature<RouteDeps = never, JobDeps = never, Store = never> = {
  routes?: ((app: App, deps: RouteDeps) => unknown)[]
  jobs?: JobWork<JobDeps>[]
  /** Each deletes what has expired. They run every hour. */
  sweeps?: ((db: Queryable, store: Store) => Promise<void>)[]
  mailHooks?: MailHooks
  mediaUses?: { pictures: MediaUses; files?: MediaUses }
  /** Selects each `name` that begins with one of these words (`firstWordOf`), to hide it from AI services. */
  peopleNames?: (words: SQL) => SQL
  createRedirectFinder?: (db: Database) => RedirectFinder
  /** Lists events for the timeline of the person with an email address. */
  personEvents?: (db: Queryable, email: string) => Promise<PersonEvent[]>
  /** @throws RequestProblem if users cannot give a waitlist entry this status, because it follows from rows of the feature */
  requireFreeStatus?: (tx: Queryable, entryId: number, status: EntryStatus) => Promise<void>
  /** Days that trainers have promised to clients */
  calendar?: {
    /** Selects trainer_id, day, state, offer_id, training_id, and the name and company of the client. */
    promisedDays: SQL
    /** Lists the events in the feed of a trainer. */
    listEvents: (db: Queryable, site: SiteSettings, trainerId: number) => Promise<CalendarEvent[]>
  }
  /** Paths of screens in the admin's app */
  adminPaths?: string[]
}
