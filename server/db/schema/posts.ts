import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { mediaAddressStart } from '../../../contracts/media.ts'
import { authorTypes, revisionCauses } from '../../../contracts/posts.ts'
import { checkEnum, createdAt, timestamptz, tsvector } from './columns.ts'

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: serial('id').primaryKey(),
    title: text('title').notNull(),
    slug: text('slug').notNull().unique(),
    excerpt: text('excerpt').notNull(),
    content: text('content').notNull(),
    author: text('author').notNull(),
    authorType: text('author_type', { enum: authorTypes }).notNull(),
    tags: text('tags').array(),
    /** Of one of our own pictures: `/media/{name}-{width}`. */
    imageUrl: text('image_url'),
    sourceUrl: text('source_url'),
    sourceName: text('source_name'),
    publishedAt: timestamptz('published_at').notNull().defaultNow(),
    isPublished: boolean('is_published').notNull().default(true),
    /** Counts the saves, so that two people never overwrite each other unseen. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** When it was put into the trash. */
    deletedAt: timestamptz('deleted_at'),
    /** Until then the slug follows the title. */
    firstPublishedAt: timestamptz('first_published_at'),
    /** Of the rules that the content was cleaned by (server/posts/sanitize.ts); 0 is never. */
    sanitizerVersion: integer('sanitizer_version').notNull().default(0),
    /** `Idempotency-Key` of the call that made it. */
    creationKey: text('creation_key').unique(),
    /** How long the text is, for the reading time. */
    words: integer('words').generatedAlwaysAs(
      sql`coalesce(array_length(regexp_split_to_array(btrim(regexp_replace(content, '(<[^>]*>|[[:space:]])+', ' ', 'g')), ' '), 1), 0)`,
    ),
    imageCaption: text('image_caption'),
    /** The text is, word for word, what an AI wrote by itself (server/posts/disclosure.ts). */
    whollyAi: boolean('wholly_ai').notNull().default(false),
    /** Username of who published it with what AI had a part in it before their eyes; null where no AI had. */
    disclosureReviewedBy: text('disclosure_reviewed_by'),
    disclosureReviewedAt: timestamptz('disclosure_reviewed_at'),
    /** Names of the pictures that the post shows. */
    pictures: text('pictures')
      .array()
      .generatedAlwaysAs(
        sql.raw(
          `string_to_array(btrim(regexp_replace(coalesce(image_url, '') || ' ' || content || ' ', '.*?(${mediaAddressStart}|$)', ' \\2', 'g')), ' ')`,
        ),
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
    checkEnum(table.authorType, authorTypes),
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
    expiresAt: timestamptz('expires_at').notNull(),
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
    authorType: text('author_type', { enum: authorTypes }).notNull(),
    tags: text('tags').array(),
    sourceUrl: text('source_url'),
    sourceName: text('source_name'),
    imageUrl: text('image_url'),
    imageCaption: text('image_caption'),
    savedAt: timestamptz('saved_at').notNull().defaultNow(),
    /** Of the first of the autosaves that this one stands for. */
    startedAt: timestamptz('started_at').notNull().defaultNow(),
    /** Username; the person may be gone. */
    savedBy: text('saved_by').notNull(),
    cause: text('cause', { enum: revisionCauses }).notNull(),
  },
  (table) => [
    index('post_revisions_post').on(table.postId, table.id),
    checkEnum(table.authorType, authorTypes),
    checkEnum(table.cause, revisionCauses),
  ],
)

/** What somebody said or brought along that a post was made from. Nobody but admins sees it. */
export const postTranscripts = pgTable('post_transcripts', {
  postId: integer('post_id')
    .primaryKey()
    .references(() => blogPosts.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  createdAt: createdAt(),
})
