import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const moment = (name: string) => timestamp(name, { withTimezone: true })
const createdAt = () => moment('created_at').notNull().defaultNow()

export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    username: text('username').notNull().unique(),
    /** argon2id, PHC string. */
    password: text('password').notNull(),
  },
  // Sign-in does not tell "Ann" from "ann", so both cannot exist.
  (table) => [uniqueIndex('users_username_lower').on(sql`lower(${table.username})`)],
)

export const contactSubmissions = pgTable('contact_submissions', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  company: text('company').notNull(),
  phone: text('phone'),
  email: text('email').notNull(),
  industry: text('industry'),
  services: text('services').array(),
  timeline: text('timeline'),
  createdAt: createdAt(),
})

export const calendarClicks = pgTable('calendar_clicks', {
  id: serial('id').primaryKey(),
  service: text('service').notNull(),
  userAgent: text('user_agent'),
  ipAddress: text('ip_address'),
  createdAt: createdAt(),
})

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: serial('id').primaryKey(),
    title: text('title').notNull(),
    slug: text('slug').notNull().unique(),
    excerpt: text('excerpt').notNull(),
    content: text('content').notNull(),
    author: text('author').notNull(),
    /** human or ai */
    authorType: text('author_type').notNull(),
    tags: text('tags').array(),
    /** Of one of our own pictures: `/media/{name}-{width}`. */
    imageUrl: text('image_url'),
    sourceUrl: text('source_url'),
    sourceName: text('source_name'),
    publishedAt: moment('published_at').notNull().defaultNow(),
    isPublished: boolean('is_published').notNull().default(true),
    /** Counts the saves, so that two people never overwrite each other unseen. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** When it was put into the trash. */
    deletedAt: moment('deleted_at'),
    /** Until then the slug follows the title. */
    firstPublishedAt: moment('first_published_at'),
    /** Of the rules that the content was cleaned by (server/posts/sanitize.ts); 0 is never. */
    sanitizerVersion: integer('sanitizer_version').notNull().default(0),
    /** `Idempotency-Key` of the call that made it. */
    creationKey: text('creation_key').unique(),
    /** How long the text is, for the reading time. */
    words: integer('words').generatedAlwaysAs(
      sql`coalesce(array_length(regexp_split_to_array(btrim(regexp_replace(content, '(<[^>]*>|[[:space:]])+', ' ', 'g')), ' '), 1), 0)`,
    ),
    imageCaption: text('image_caption'),
    /** Names of the pictures that the post shows. */
    pictures: text('pictures')
      .array()
      .generatedAlwaysAs(
        sql`string_to_array(btrim(regexp_replace(coalesce(image_url, '') || ' ' || content || ' ', '.*?(/media/([0-9a-f]{32})-|$)', ' \\2', 'g')), ' ')`,
      ),
    search: tsvector('search').generatedAlwaysAs(
      // The text of at most 200,000 characters: a tsvector holds a megabyte.
      sql`setweight(to_tsvector('english', left(title, 1000)), 'A') || setweight(to_tsvector('english', left(excerpt, 2000)), 'B') || setweight(to_tsvector('english', left(content, 200000)), 'C')`,
    ),
  },
  (table) => [
    // One for each list of the admin, so that it is read and counted without touching other posts.
    index('blog_posts_kept').on(table.publishedAt, table.id).where(sql`${table.deletedAt} is null`),
    index('blog_posts_drafts')
      .on(table.publishedAt, table.id)
      .where(sql`not ${table.isPublished} and ${table.deletedAt} is null`),
    index('blog_posts_trash').on(table.publishedAt, table.id).where(sql`${table.deletedAt} is not null`),
    index('blog_posts_public')
      .on(table.publishedAt, table.id)
      .where(sql`${table.isPublished} and ${table.deletedAt} is null`),
    index('blog_posts_search').using('gin', table.search),
    index('blog_posts_tags').using('gin', table.tags),
    index('blog_posts_pictures').using('gin', table.pictures),
  ],
)

/** Every slug that a post has ever had: the old ones lead to the new one, and nobody else takes them. */
export const postSlugs = pgTable(
  'post_slugs',
  {
    slug: text('slug').primaryKey(),
    /** Null once the post is deleted for good: the address is gone, not free. */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'set null' }),
  },
  (table) => [index('post_slugs_post').on(table.postId)],
)

/** Links that show one post, public or not, to whoever has them. */
export const previewLinks = pgTable(
  'preview_links',
  {
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text('token_hash').primaryKey(),
    postId: integer('post_id')
      .notNull()
      .references(() => blogPosts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('preview_links_post').on(table.postId)],
)

/** Kept versions of a post, the one in force included. */
export const postRevisions = pgTable(
  'post_revisions',
  {
    id: serial('id').primaryKey(),
    postId: integer('post_id')
      .notNull()
      .references(() => blogPosts.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull(),
    content: text('content').notNull(),
    author: text('author').notNull(),
    authorType: text('author_type').notNull(),
    tags: text('tags').array(),
    sourceUrl: text('source_url'),
    sourceName: text('source_name'),
    imageUrl: text('image_url'),
    imageCaption: text('image_caption'),
    savedAt: moment('saved_at').notNull().defaultNow(),
    /** Of the first of the autosaves that this one stands for. */
    startedAt: moment('started_at').notNull().defaultNow(),
    /** Username; the person may be gone. */
    savedBy: text('saved_by').notNull(),
    /** save, autosave, publish, unpublish or restore */
    cause: text('cause').notNull(),
  },
  (table) => [index('post_revisions_post').on(table.postId, table.id)],
)

/** Pictures: what is known of them; their files lie in the media store under `name` (server/media/store.ts). */
export const media = pgTable('media', {
  id: serial('id').primaryKey(),
  /** Random, hexadecimal. */
  name: text('name').notNull().unique(),
  originalName: text('original_name').notNull(),
  /** Of the file that was uploaded, and its size. */
  mime: text('mime').notNull(),
  bytes: integer('bytes').notNull(),
  /** Of the sizes that were made, smallest first; `width` and `height` are of the largest. */
  widths: integer('widths').array().notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  alt: text('alt').notNull(),
  /** Average, `#rrggbb`. */
  color: text('color').notNull(),
  createdAt: createdAt(),
  createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
  /** Null while its files are being stored or deleted. */
  readyAt: moment('ready_at'),
})

export const newsletterSubscriptions = pgTable('newsletter_subscriptions', {
  id: serial('id').primaryKey(),
  email: text('email').notNull().unique(),
  subscribedAt: moment('subscribed_at').notNull().defaultNow(),
  isActive: boolean('is_active').notNull().default(true),
})

export const authorInvites = pgTable('author_invites', {
  id: serial('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name'),
  suggestedTopic: text('suggested_topic'),
  customMessage: text('custom_message'),
  status: text('status').notNull().default('pending'),
  /** SHA-256 of the token in the link, never the token. */
  inviteToken: text('invite_token').unique(),
  invitedAt: moment('invited_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  respondedAt: moment('responded_at'),
})

export const trainingWaitlist = pgTable(
  'training_waitlist',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    company: text('company'),
    message: text('message'),
    createdAt: createdAt(),
    /** SHA-256 of the five fields: the same entry sent twice within ten minutes is one row. */
    contentHash: text('content_hash'),
    /** The first entry of the same address, where this one came later. */
    firstEntryId: integer('first_entry_id').references((): AnyPgColumn => trainingWaitlist.id, {
      onDelete: 'set null',
    }),
    /** Set where it looked like a machine: kept out of the list, not thrown away. */
    suspectedAt: moment('suspected_at'),
  },
  (table) => [
    index('training_waitlist_content_hash').on(table.contentHash, table.createdAt),
    index('training_waitlist_email').on(sql`lower(${table.email})`),
    index('training_waitlist_listed').on(table.id.desc()).where(sql`${table.suspectedAt} is null`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_created_at').on(table.createdAt)],
)

/** A browser that has signed in before keeps an allowance of its own (server/accounts/accounts.ts). */
export const knownDevices = pgTable(
  'known_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('known_devices_user').on(table.userId)],
)

/** Fixed-window counters that all instances share (http/rate-counter.ts). */
export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: moment('window_ends_at').notNull(),
  },
  (table) => [index('rate_counters_window_ends_at').on(table.windowEndsAt)],
)

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** Tokens that AI services have been paid for, one row a month (`2025-06`, UTC). */
export const aiUsage = pgTable('ai_usage', {
  month: text('month').primaryKey(),
  tokensIn: bigint('tokens_in', { mode: 'number' }).notNull(),
  tokensOut: bigint('tokens_out', { mode: 'number' }).notNull(),
})

/** Drafts that an AI service writes by itself (server/assistant/draft-jobs.ts). */
export const aiDraftJobs = pgTable(
  'ai_draft_jobs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    topic: text('topic').notNull(),
    /** Once it is finished: the draft, or why there is none. */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'set null' }),
    /** A sentence for the person. */
    failure: text('failure'),
    createdAt: createdAt(),
    finishedAt: moment('finished_at'),
  },
  (table) => [index('ai_draft_jobs_created_at').on(table.createdAt)],
)
