import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type * as z from 'zod/mini'
import { isFeatureOn } from '../../core/contract/feature-switches.ts'
import type { Role } from '../../core/contract/roles.ts'
import type { SectionId, Site, SiteContent, SiteSettings } from '../../core/contract/site.ts'
import type { ActivityFeature, Actor } from '../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../core/server/db/connect.ts'
import type { App } from '../../core/server/http/app.ts'
import type { JobWork } from '../../core/server/jobs/queue.ts'
import type { MailHooks, MailKind } from '../../core/server/mail/mail-hooks.ts'
import type { FieldValues, LetterFields } from '../people/contract/letter-fields.ts'
import type { EntryStatus, PersonEvent } from '../people/contract/people.ts'
import type { Section } from '../site/contract/site-content/section.ts'
import type { CalendarEvent } from './calendar-event.ts'
import type { InsightsPart } from './insights-part.ts'
import type { PublicData, SitePage } from './site-page.ts'
import type { TodayFeature } from './today-section.ts'

export type RedirectFinder = {
  /**
   * Finds where an address of an old site leads now. Call it only where nothing else is at the address: with `by`
   * `query`, at a page that does not know the query, such as `/?p=123`.
   */
  find(address: string, by: 'path' | 'query'): Promise<string | undefined>
  /** Reads again whether there are redirects at all. */
  forget(): void
}

/** Posts or another place that show a picture or link to a file, which keeps it from being deleted */
export type Use = { posts: { id: number; title: string }[]; detail: string }

export type MediaUses = {
  /** Selects name, counts (false in the trash), and is_public of each use of a name in `wanted`. */
  list?: SQL
  find(tx: Queryable, name: string, options?: { withTrash: boolean }): Promise<Use | undefined>
}

/**
 * The parts of the server that a feature adds. Manifests are written with `satisfies Feature`: each part declares what it needs of
 * the app, and `features.ts` checks that the app has it.
 */
export type Feature<RouteDeps = never, JobDeps = never, Store = never> = {
  /** Present if the feature can be switched off in Settings. Then its routes respond 404, and its jobs do not run. */
  optional?: Optional
  routes?: ((app: App, deps: RouteDeps) => unknown)[]
  /** Routes behind links in emails, which stay while the feature is off */
  lastingRoutes?: ((app: App, deps: RouteDeps) => unknown)[]
  jobs?: JobWork<JobDeps>[]
  /** Each deletes what has expired. They run every hour. */
  sweeps?: ((db: Queryable, store: Store) => Promise<void>)[]
  /** Each forgets what the privacy policy promises to forget with time. They run every day. */
  retention?: ((db: Database) => Promise<unknown>)[]
  actions?: ActivityFeature['actions']
  subjects?: ActivityFeature['subjects']
  settings?: ActivityFeature['settings']
  mailKinds?: MailKind[]
  mailHooks?: MailHooks
  today?: TodayFeature
  unread?: UnreadFeature
  insights?: InsightsPart
  letterFields?: {
    fields: LetterFields
    /** Values for the person of a waitlist entry and a writer with this role */
    read: (db: Queryable, entryId: number, about: { site: Site; role: Role }) => Promise<FieldValues>
  }
  exportTables?: ExportTable[]
  /** Why an imported post stays when its import is undone, in one sentence */
  refuseUndo?: (tx: Queryable, postId: number) => Promise<string | undefined>
  /** Public pages that are the same for every visitor */
  pages?: SitePage[]
  /** Data of its movable parts of the home page, by section */
  homeData?: Record<string, PublicData<unknown>>
  /** Words of the public site that editors can change */
  sections?: { [Id in SectionId]: SiteSection<Id> }[SectionId][]
  mediaUses?: { pictures?: MediaUses; files?: MediaUses }
  /** Selects each `name` that begins with one of these words (`firstWordOf`), to hide it from AI services. */
  peopleNames?: (words: SQL) => SQL
  createRedirectFinder?: (db: Database) => RedirectFinder
  /** Lists events for the timeline of the person with an email address. */
  personEvents?: (db: Queryable, email: string) => Promise<PersonEvent[]>
  /** @throws RequestProblem if users cannot give a waitlist entry this status, because it follows from rows of the feature */
  requireFreeStatus?: (tx: Queryable, entryId: number, status: EntryStatus) => Promise<void>
  /** Days that trainers have promised to clients */
  calendar?: {
    /** Selects trainer_id, day, id, and the `promise` of `BusyDay` as JSON. */
    promisedDays: SQL
    /** Lists the events in the feed of a trainer. */
    listEvents: (db: Queryable, site: SiteSettings, trainerId: number) => Promise<CalendarEvent[]>
  }
  /** Its addresses. The office's own pages cannot take their first segments. */
  addresses?: object
  /** Paths of screens in the admin's app */
  adminPaths?: string[]
  /** Parts of the public site that an office can do without, by the name of their page and section */
  siteParts?: SitePart[]
  /** Columns with usernames, which are replaced when the data of a user who left is deleted */
  usernameColumns?: PgColumn[]
  personal?: PersonalData
  restore?: RestoreSteps
}

type SitePart = {
  /** As in the setting `features_off` */
  name: string
  label: string
  about: string
}

type Optional = SitePart & {
  /** Counts what waits while the feature is off, by its name in the singular, such as `open offer`. */
  countOpen: (db: Queryable) => Promise<Record<string, number>>
}

/** True for a feature that is not among those that are switched off */
export const isOn =
  (off: string[]) =>
  ({ optional }: Pick<Feature, 'optional'>): boolean =>
    isFeatureOn(off, optional?.name)
/** A section of the public site, and its value until editors change it */
export type SiteSection<Id extends SectionId = SectionId> = Section & { id: Id; original: SiteContent[Id] }

/** The data of a feature about people. Addresses are in lower case. */
export type PersonalData = {
  /** Position among the features on the page with a person's data */
  place: number
  /** Names of each kind of record, singular and plural */
  names: Record<string, [string, string]>
  /** Queries for the records of each kind about an address */
  traces(email: string, features: Feature[]): Record<string, SQL>
  /** Changes a record before it is shown. */
  show?: Record<string, (trace: Trace) => Trace>
  /** Chooses the fields of a record for the page. */
  describe?: Record<string, (trace: Trace) => Trace>
  /** Labels of fields: "contact page" of contact entries only. A field without a label shows its own name. */
  labels?: Record<string, string>
  /** Words for the values of a field */
  words?: Record<string, Record<string, string>>
  /** What the deletion of such records also does, in one sentence */
  effect?: string
  /** Query for the addresses in the feature's tables */
  addresses?: SQL
  /** Query for rows that show that the person came back after a time */
  cameBack?(email: string, since: SQL): SQL
  /** Takes what is from before a time off every list. Returns the number of rows that can be restored. */
  hide?(tx: Queryable, email: string, at: SQL): Promise<number>
  /** Called after single waitlist entries (a condition for `training_waitlist`) were hidden. */
  onEntriesHidden?(tx: Queryable, entries: SQL): Promise<unknown>
  /** Called before single waitlist entries are erased. */
  beforeEntriesErased?(tx: Queryable, entries: SQL): Promise<unknown>
  /** Permanently deletes data. Returns the number of deleted rows of each kind, or a statement that deletes them. */
  erase(tx: Queryable, person: ErasedPerson): Promise<Record<string, number | SQL>>
}

/** One record about a person, as in the data download. The query names its fields. */
export type Trace = Record<string, unknown>

type ErasedPerson = {
  email: string
  /** Later data is kept. */
  until: SQL
  /** Condition on `created_at` for our notes and emails about the person: all of them, unless the person came back */
  ours: SQL
  by: Actor
  features: Feature[]
}

/** Steps of a feature when an older backup is restored, or when it is switched off or on */
export type RestoreSteps = {
  /** Reads what has ended in the old database. The returned function ends it again in the restored one. */
  keepEnded?(old: OldDatabase): Promise<(client: pg.Client) => Promise<unknown>>
  /** Stops what must not go on by itself. Does not depend on the old database, which may be lost. */
  stop?(tx: Queryable): Promise<Record<string, number> | undefined>
  /** Tells the operator in a sentence what was stopped. */
  report?(stopped: Record<string, number>): string | false
}

/** The database that a restore replaces, which may be empty or of any version */
export type OldDatabase = {
  has(table: string, columns?: string[]): boolean
  /** Returns no rows if the table lacks one of the columns. */
  read<Row extends pg.QueryResultRow>(text: string, table: string, columns: string[]): Promise<Row[]>
}

/**
 * A table of the export: its headings, then the cells of each row, always in the same order. Times are ISO 8601, and
 * several words in one cell have a line each. Months are numbers, 1 for January; weekdays are numbers, 1 for Monday.
 */
export type ExportTable = {
  path: string
  /** The count that each row increases, a plural noun */
  counts?: string
  /** What it contains, for the guide in the export; people’s own tables are described there */
  about?: string
  read(db: Queryable): AsyncGenerator<string[]>
}

/** Counts for the admin's menu, with their schemas, and the names of lists whose entries count until they are seen */
export type UnreadFeature = {
  fields: z.core.$ZodShape
  lists?: string[]
  count(db: Queryable, reader: UnreadReader): Promise<Record<string, unknown>>
}

export type UnreadReader = {
  userId: number
  /** When the user last opened a list */
  since: (list: string) => SQL
  /** The calendar day in the site's time zone */
  today: string
}
