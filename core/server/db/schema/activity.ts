import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { activityActors } from '../../../contract/activity.ts'
import { checkEnum, timestamptz } from './columns.ts'

/**
 * What users did. Rows are only ever added: a trigger refuses changes, and deletions of rows that are less than a year
 * old (migrations, `activity_append_only`). People, posts, and users are named by number, without foreign keys, because
 * a row outlives what it is about.
 */
export const activity = pgTable(
  'activity',
  {
    id: serial('id').primaryKey(),
    at: timestamptz('at').notNull().defaultNow(),
    kind: text('kind').notNull(),
    action: text('action').notNull(),
    actor: text('actor', { enum: activityActors }).notNull(),
    /** The user who acted. After a failed sign-in, the user whose account it was; null if there is no such account. */
    userId: integer('user_id'),
    /** The API token with which the user acted */
    tokenId: integer('token_id'),
    subject: text('subject'),
    subjectId: integer('subject_id'),
    /** Numbers, times, and words from our own lists (core/server/activity/record-activity.ts) */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('activity_at').on(table.at, table.id),
    index('activity_kind').on(table.kind, table.at, table.id),
    index('activity_user').on(table.userId, table.at, table.id),
    index('activity_user_kind').on(table.userId, table.kind, table.at, table.id),
    checkEnum(table.actor, activityActors),
    check('activity_small_details', sql`octet_length(${table.details}::text) <= 500`),
  ],
)
