import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { checkEnum, createdAt, timestamptz, tsvector, wordsOf } from '../../core/server/db/schema/columns.ts'
import { outboxMessages } from '../../core/server/db/schema/mail.ts'
import { blogPosts } from '../posts/schema.ts'
import { endReasons, frequencies } from './contract/newsletter.ts'

/** People who confirmed their sign-up, or whom an admin imported */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: serial('id').primaryKey(),
    email: text('email').notNull().unique(),
    subscribedAt: timestamptz('subscribed_at').notNull().defaultNow(),
    isActive: boolean('is_active').notNull().default(true),
    /** The text that the person agreed to, and the time of their first request */
    consent: text('consent'),
    askedAt: timestamptz('asked_at'),
    /** Path of our page with the form, or `import` */
    source: text('source'),
    frequency: text('frequency', { enum: frequencies }).notNull().default('all'),
    /** Token in the links of every issue, which authorizes changes to this subscription */
    token: text('token')
      .notNull()
      .unique()
      .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    endedAt: timestamptz('ended_at'),
    endReason: text('end_reason', { enum: endReasons }),
    search: tsvector('search').generatedAlwaysAs(wordsOf('email')),
  },
  (table) => [
    index('newsletter_subscriptions_search').using('gin', table.search),
    uniqueIndex('newsletter_subscriptions_email_lower').on(sql`lower(${table.email})`),
    index('newsletter_subscriptions_listed').on(table.id.desc()),
    checkEnum(table.frequency, frequencies),
    checkEnum(table.endReason, endReasons),
  ],
)

/** Recent sign-ups with their confirmation links */
export const newsletterConfirmations = pgTable(
  'newsletter_confirmations',
  {
    /** SHA-256 of the token in the link, hex */
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    consent: text('consent').notNull(),
    source: text('source'),
    createdAt: createdAt(),
    /** Before the email is sent, the last day to send it; then the expiry of its link (core/server/mail/request-links.ts) */
    expiresAt: timestamptz('expires_at').notNull(),
    /** The email with the link */
    messageId: integer('message_id').references(() => outboxMessages.id, { onDelete: 'set null' }),
    /** When the button was clicked. The row stays until it expires, so that a second click shows the same page. */
    spentAt: timestamptz('spent_at'),
  },
  (table) => [
    index('newsletter_confirmations_email').on(sql`lower(${table.email})`, table.createdAt),
    index('newsletter_confirmations_message').on(table.messageId),
  ],
)

export type IssueSums = { total: number; sent: number; failed: number; leftOut: number }

/** What a scheduled issue will be made of */
export type IssuePlan = { postId?: number; subject?: string; firstLine?: string; words?: string }

/** A post, words of the office, or both, sent to all subscribers */
export const newsletterIssues = pgTable('newsletter_issues', {
  id: serial('id').primaryKey(),
  postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'set null' }),
  subject: text('subject').notNull(),
  /** As rendered at the start; each copy gets its own links */
  text: text('text').notNull(),
  html: text('html').notNull(),
  createdAt: createdAt(),
  /** Username */
  startedBy: text('started_by').notNull(),
  /** When a scheduled issue starts. Null once it has: then its copies exist. */
  startsAt: timestamptz('starts_at'),
  plan: jsonb('plan').$type<IssuePlan>(),
  pausedAt: timestamptz('paused_at'),
  finishedAt: timestamptz('finished_at'),
  /** Number of most recent copies in a row that the mail server rejected */
  refusedInRow: integer('refused_in_row').notNull().default(0),
  /** Totals, once no copy is queued any more */
  sums: jsonb('sums').$type<IssueSums>(),
})

export const newsletterCopies = pgTable(
  'newsletter_copies',
  {
    issueId: integer('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => newsletterSubscriptions.id, { onDelete: 'cascade' }),
    /** Set once the copy is in the outbox */
    messageId: integer('message_id').references(() => outboxMessages.id, { onDelete: 'set null' }),
    /** When it was queued, or skipped because the person had unsubscribed */
    settledAt: timestamptz('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.subscriptionId] }),
    index('newsletter_copies_waiting').on(table.issueId).where(sql`${table.settledAt} is null`),
    index('newsletter_copies_message').on(table.messageId),
    index('newsletter_copies_subscription').on(table.subscriptionId),
  ],
)
