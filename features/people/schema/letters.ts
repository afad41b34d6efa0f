import { pgTable, serial, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '../../../core/server/db/schema/columns.ts'

/** Templates of emails to people, with fields such as {name} */
export const letterTemplates = pgTable('letter_templates', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  createdAt: createdAt(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})
