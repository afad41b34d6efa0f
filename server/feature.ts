import type { SQL } from 'drizzle-orm'
import type { FieldValues } from '../contracts/letter-fields.ts'
import type { Role } from '../contracts/roles.ts'
import type { Site } from '../contracts/site.ts'
import type { ExportCounts } from '../contracts/site-export.ts'
import type { UnreadCounts, UnreadList } from '../contracts/unread-counts.ts'
import type { Queryable } from './db/connect.ts'
import type { App } from './http/app.ts'
import type { InsightsPart } from './insights-part.ts'
import type { JobWork } from './jobs/queue.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import type { TodayPart, TodayReader } from './today-section.ts'

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
