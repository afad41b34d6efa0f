import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})
