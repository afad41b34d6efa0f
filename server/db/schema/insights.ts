import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core'
import { checkEnum, createdAt } from './columns.ts'

export const calendarClicks = pgTable(
  'calendar_clicks',
  {
    id: serial('id').primaryKey(),
    /** A button of `clickServices`, or one that no longer exists. */
    service: text('service').notNull(),
    /** Family of browser and kind of device, never the whole text. */
    userAgent: text('user_agent'),
    /** Keyed hash of the network around the visitor, with a key of that day only (server/http/limits/daily-hash.ts). */
    ipAddress: text('ip_address'),
    createdAt: createdAt(),
    /** Path of our own page on which the button stood. */
    source: text('source'),
  },
  (table) => [
    // Holds all that the plots ask for, so that they touch no row.
    index('calendar_clicks_plotted').on(table.createdAt, table.service, table.source),
    index('calendar_clicks_details')
      .on(table.createdAt)
      .where(sql`${table.ipAddress} is not null or ${table.userAgent} is not null`),
  ],
)

/** How often people opened a page of ours, by day in the site's time zone. */
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

/** What was not counted as a person, by day: bots and pages that a browser fetched ahead. */
export const leftOut = pgTable(
  'left_out',
  {
    day: date('day').notNull(),
    what: text('what', { enum: leftOutKinds }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.what] }), checkEnum(table.what, leftOutKinds)],
)
