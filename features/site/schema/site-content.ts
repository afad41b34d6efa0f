import { index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { checkEnum, timestamptz } from '../../../core/server/db/schema/columns.ts'
import { sectionRevisionCauses } from '../contract/site-content/section-api.ts'

/** Sections of the site (contracts/site-content) that editors changed. A section without a row is original. */
export const siteSections = pgTable('site_sections', {
  section: text('section').primaryKey(),
  /** Counts writes, so that editors never overwrite each other unknowingly */
  version: integer('version').notNull().default(0),
  /** The public value; null for the original */
  published: jsonb('published'),
  publishedAt: timestamptz('published_at'),
  /** A value that is not public yet; null if there is none */
  draft: jsonb('draft'),
  changedAt: timestamptz('changed_at').notNull().defaultNow(),
  /** Username; the account may be gone */
  changedBy: text('changed_by').notNull(),
})

/** Values that a section has had */
export const siteSectionRevisions = pgTable(
  'site_section_revisions',
  {
    id: serial('id').primaryKey(),
    section: text('section')
      .notNull()
      .references(() => siteSections.section, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    /** Null for the original */
    value: jsonb('value'),
    savedAt: timestamptz('saved_at').notNull().defaultNow(),
    /** Username; the account may be gone */
    savedBy: text('saved_by').notNull(),
    cause: text('cause', { enum: sectionRevisionCauses }).notNull(),
  },
  (table) => [
    index('site_section_revisions_section').on(table.section, table.id),
    checkEnum(table.cause, sectionRevisionCauses),
  ],
)

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
