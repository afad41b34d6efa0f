import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core'
import { checkEnum, createdAt } from '../../../core/server/db/schema/columns.ts'

export const calendarClicks = pgTable(
  'calendar_clicks',
  {
    id: serial('id').primaryKey(),
    /** A button (features/site/contract/clicks.ts), or one that no longer exists */
    service: text('service').notNull(),
    /** Browser family and device type, never the whole header */
    userAgent: text('user_agent'),
    /** Hash of the visitor's network with a key for that day (core/server/http/limits/daily-hash.ts) */
    ipAddress: text('ip_address'),
    createdAt: createdAt(),
    /** Path of our page with the button */
    source: text('source'),
  },
  (table) => [
    // Covers the queries of the plots.
    index('calendar_clicks_plotted').on(table.createdAt, table.service, table.source),
    index('calendar_clicks_details')
      .on(table.createdAt)
      .where(sql`${table.ipAddress} is not null or ${table.userAgent} is not null`),
  ],
)

/** Names of the buttons of services and apps, also of those that editors removed */
export const countedButtons = pgTable('counted_buttons', {
  service: text('service').primaryKey(),
  name: text('name').notNull(),
})

/** Page views by people, by day in the site's time zone */
export const pageViews = pgTable(
  'page_views',
  {
    day: date('day').notNull(),
    path: text('path').notNull(),
    views: integer('views').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path] })],
)

export const leftOutKinds = ['click-bots', 'view-bots', 'view-prefetches'] as const
export type LeftOutKind = (typeof leftOutKinds)[number]

/** Views and clicks not counted as people's, by day: bots and prefetches */
export const leftOut = pgTable(
  'left_out',
  {
    day: date('day').notNull(),
    what: text('what', { enum: leftOutKinds }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.what] }), checkEnum(table.what, leftOutKinds)],
)
