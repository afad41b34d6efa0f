import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '../../core/server/db/schema/columns.ts'
import { ofUser } from '../accounts/schema/accounts.ts'

/** Calendar files (.ics) that a trainer uploaded. Their events are rows of `blocked_days`. */
export const calendarFiles = pgTable(
  'calendar_files',
  {
    id: serial('id').primaryKey(),
    trainerId: ofUser('trainer_id'),
    name: text('name').notNull(),
    uploadedAt: timestamptz('uploaded_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('calendar_files_name').on(table.trainerId, table.name)],
)

/** Days on which a trainer is away: a range, or certain weekdays within a range */
export const blockedDays = pgTable(
  'blocked_days',
  {
    id: serial('id').primaryKey(),
    trainerId: ofUser('trainer_id'),
    firstDay: date('first_day').notNull(),
    /** Null for a rule without an end */
    lastDay: date('last_day'),
    /** Days of the week, 1 for Monday (ISO 8601). Empty for every day. */
    weekdays: integer('weekdays').array().notNull().default(sql`'{}'`),
    reason: text('reason').notNull().default(''),
    /** The file that the days came from; null if they were typed */
    fileId: integer('file_id').references(() => calendarFiles.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('blocked_days_trainer').on(table.trainerId, table.firstDay),
    index('blocked_days_file').on(table.fileId),
    check('blocked_days_order', sql`${table.lastDay} >= ${table.firstDay}`),
    check('blocked_days_known_weekdays', sql`${table.weekdays} <@ array[1,2,3,4,5,6,7]`),
  ],
)
