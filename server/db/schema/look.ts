import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/**
 * The style sheets of published looks. A page in a cache may refer to an earlier one, so they are kept for a while. A
 * changed build makes a new one of the same look.
 */
export const lookStyles = pgTable('look_styles', {
  /** The first 16 hex digits of the SHA-256 of the style sheet */
  hash: text('hash').primaryKey(),
  css: text('css').notNull(),
  /** Time at which a process last began to use it */
  usedAt: timestamptz('used_at').notNull().defaultNow(),
})
