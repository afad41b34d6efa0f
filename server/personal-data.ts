import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { TraceKind } from '../content/your-data.ts'
import type { Actor } from './activity/record-activity.ts'
import type { Queryable } from './db/connect.ts'

/** One record about a person, with the field names that the page and the file show */
export type Trace = Record<string, unknown>

/** What a feature has about people. All addresses are in lower case. */
export type PersonalData = {
  /** Queries for the data about an address */
  traces: Partial<Record<TraceKind, (email: string) => SQL>>
  /** Changes a record before it is shown. */
  show?: Partial<Record<TraceKind, (trace: Trace) => Trace>>
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
  /** Permanently deletes what is from before a time. Returns the number of deleted rows. */
  erase(
    tx: Queryable,
    person: {
      email: string
      until: SQL
      /** Condition on `created_at` for our notes and emails about the person: all of them, unless they came back */
      ours: SQL
      by: Actor
      /** The columns of all features that hold usernames */
      usernameColumns: PgColumn[]
    },
  ): Promise<Partial<Record<TraceKind, number>>>
}
