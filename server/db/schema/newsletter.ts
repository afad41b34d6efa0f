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
import { endReasons, frequencies } from '../../../contracts/newsletter.ts'
import { checkEnum, createdAt, timestamptz, tsvector, wordsOf } from './columns.ts'
import { outboxMessages } from './mail.ts'
import { blogPosts } from './posts.ts'

/** Only people who have pressed the button in the mail, or whom an admin has brought along. */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: serial('id').primaryKey(),
    email: text('email').notNull().unique(),
    subscribedAt: timestamptz('subscribed_at').notNull().defaultNow(),
    isActive: boolean('is_active').notNull().default(true),
    /** The words that the person agreed to, and when they first asked. */
    consent: text('consent'),
    askedAt: timestamptz('asked_at'),
    /** Path of our own page with the form, or `import`. */
    source: text('source'),
    frequency: text('frequency', { enum: frequencies }).notNull().default('all'),
    /** Stands in the links of every issue; whoever has it may change this subscription. */
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

/** Addresses to which a mail with the button went in the last days. */
export const newsletterConfirmations = pgTable(
  'newsletter_confirmations',
  {
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    consent: text('consent').notNull(),
    source: text('source'),
    createdAt: createdAt(),
    /** Until its email is sent, the last day to send it; then the end of the link (server/mail/request-links.ts). */
    expiresAt: timestamptz('expires_at').notNull(),
    /** The email with the link. */
    messageId: integer('message_id').references(() => outboxMessages.id, { onDelete: 'set null' }),
    /** When the button was clicked. The row stays until its time is over, so that a second press meets the same page. */
    spentAt: timestamptz('spent_at'),
  },
  (table) => [
    index('newsletter_confirmations_email').on(sql`lower(${table.email})`, table.createdAt),
    index('newsletter_confirmations_message').on(table.messageId),
  ],
)

export type IssueSums = { total: number; sent: number; failed: number; leftOut: number }

/** A post that is sent to everyone who subscribed. */
export const newsletterIssues = pgTable('newsletter_issues', {
  id: serial('id').primaryKey(),
  postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'set null' }),
  subject: text('subject').notNull(),
  /** As rendered when it was started; each copy gets its own links. */
  text: text('text').notNull(),
  html: text('html').notNull(),
  createdAt: createdAt(),
  /** Username. */
  startedBy: text('started_by').notNull(),
  pausedAt: timestamptz('paused_at'),
  finishedAt: timestamptz('finished_at'),
  /** Mails of it that the mail server has refused one after the other, up to now. */
  refusedInRow: integer('refused_in_row').notNull().default(0),
  /** What became of its copies, once none is under way any more. */
  sums: jsonb('sums').$type<IssueSums>(),
})

/** One copy of an issue for one subscriber. */
export const newsletterCopies = pgTable(
  'newsletter_copies',
  {
    issueId: integer('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => newsletterSubscriptions.id, { onDelete: 'cascade' }),
    /** Once it is in the outbox. */
    messageId: integer('message_id').references(() => outboxMessages.id, { onDelete: 'set null' }),
    /** When it was put there, or left out because the person had left meanwhile. */
    settledAt: timestamptz('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.subscriptionId] }),
    index('newsletter_copies_waiting').on(table.issueId).where(sql`${table.settledAt} is null`),
    index('newsletter_copies_message').on(table.messageId),
    index('newsletter_copies_subscription').on(table.subscriptionId),
  ],
)
