import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { unreadLists } from '../../../contracts/unread-counts.ts'
import { ofUser } from './accounts.ts'
import { checkEnum, timestamptz } from './columns.ts'

/** The time when each admin last opened a list, for the unread counts in the side bar */
export const lastLooks = pgTable(
  'last_looks',
  {
    userId: ofUser(),
    list: text('list', { enum: unreadLists }).notNull(),
    lookedAt: timestamptz('looked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list] }), checkEnum(table.list, unreadLists)],
)
