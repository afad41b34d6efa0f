import type { SQL } from 'drizzle-orm'
import type { FieldValues } from '../contracts/letter-fields.ts'
import type { EntryStatus, PersonEvent } from '../contracts/people.ts'
import type { Role } from '../contracts/roles.ts'
import type { Site, SiteSettings } from '../contracts/site.ts'
import type { ExportCounts } from '../contracts/site-export.ts'
import type { UnreadCounts, UnreadList } from '../contracts/unread-counts.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { Database, Queryable } from './db/connect.ts'
import type { App } from './http/app.ts'
import type { InsightsPart } from './insights-part.ts'
import type { JobWork } from './jobs/queue.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import type { TodayPart, TodayReader } from './today-section.ts'

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
  today?: (db: Queryable, reader: TodayReader) => Promise<TodayPart>
  /** Counts for the admin's menu */
  unread?: (db: Queryable, reader: UnreadReader) => Promise<Partial<UnreadCounts>>
  insights?: InsightsPart
  /** Values of fields in letters to the person of a waitlist entry, for a writer with this role */
  letterFields?: (db: Queryable, entryId: number, about: { site: Site; role: Role }) => Promise<FieldValues>
  exportTables?: ExportTable[]
  /** Why an imported post stays when its import is undone, in one sentence */
  refuseUndo?: (tx: Queryable, postId: number) => Promise<string | undefined>
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

/**
 * A table of the export: its headings, then the cells of each row, always in the same order. Times are ISO 8601, and
 * several words in one cell have a line each. Months are numbers, 1 for January; weekdays are numbers, 1 for Monday.
 */
export type ExportTable = {
  path: string
  /** The count that each row increases */
  counts?: keyof ExportCounts
  read(db: Queryable): AsyncGenerator<string[]>
}

export type UnreadReader = {
  userId: number
  /** When the user last opened a list */
  since: (list: UnreadList) => SQL
  /** The calendar day in the site's time zone */
  today: string
}
