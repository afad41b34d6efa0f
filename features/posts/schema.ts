import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { checkEnum, createdAt, timestamptz, tsvector } from '../../core/server/db/schema/columns.ts'
import { users } from '../accounts/schema/accounts.ts'
import { fileAddressStart } from '../media/contract/files.ts'
import { mediaAddressStart } from '../media/contract/media.ts'
import { appliedAmounts, ledgerActions } from './contract/disclosure.ts'
import { postKinds } from './contract/post-kinds.ts'
import { authorTypes, type PostField } from './contract/posts.ts'
import { revisionCauses } from './contract/revisions.ts'

/** The fields of a post (`postFields` in features/posts/contract/posts.ts), in the post itself and in its revisions */
const fieldColumns = () =>
  ({
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull(),
    content: text('content').notNull(),
    author: text('author').notNull(),
    authorType: text('author_type', { enum: authorTypes }).notNull(),
    tags: text('tags').array(),
    /** `/media/{name}-{width}` of one of our own pictures */
    imageUrl: text('image_url'),
    imageCaption: text('image_caption'),
    sourceUrl: text('source_url'),
    sourceName: text('source_name'),
    seoTitle: text('seo_title'),
    seoDescription: text('seo_description'),
    /** Like `imageUrl` */
    socialImageUrl: text('social_image_url'),
  }) satisfies Record<PostField, unknown>

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: serial('id').primaryKey(),
    kind: text('kind', { enum: postKinds }).notNull().default('post'),
    slug: text('slug').notNull().unique(),
    ...fieldColumns(),
    publishedAt: timestamptz('published_at').notNull().defaultNow(),
    isPublished: boolean('is_published').notNull().default(true),
    /** Counts saves, so that editors never overwrite each other unknowingly. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    /** Null for sample posts, guests' posts, and posts from before this column */
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** When the post was moved to the trash */
    deletedAt: timestamptz('deleted_at'),
    /** Time of the first publication, in the future for a scheduled post. Until then, the slug follows the title. */
    firstPublishedAt: timestamptz('first_published_at'),
    /** Version of the rules that sanitized the content (features/posts/server/rendering/sanitize.ts) */
    sanitizerVersion: integer('sanitizer_version').notNull().default(0),
    /** `Idempotency-Key` of the request that created the post */
    creationKey: text('creation_key').unique(),
    /** Id in the feeds of the site that the post was imported from, so that feed readers do not show it again */
    feedId: text('feed_id'),
    /** Number of words, for the reading time */
    words: integer('words').generatedAlwaysAs(
      sql`coalesce(array_length(regexp_split_to_array(btrim(regexp_replace(content, '(<[^>]*>|[[:space:]])+', ' ', 'g')), ' '), 1), 0)`,
    ),
    /** True if the text is, word for word, what an AI wrote by itself (features/posts/server/disclosure.ts) */
    whollyAi: boolean('wholly_ai').notNull().default(false),
    /** Username of the editor who said that they have read the text; null if AI had no part, or no one said so */
    disclosureReviewedBy: text('disclosure_reviewed_by'),
    disclosureReviewedAt: timestamptz('disclosure_reviewed_at'),
    /** False for reviews that earlier versions stored without asking. Readers are told only about the others. */
    reviewAsked: boolean('review_asked').notNull().default(false),
    /** False if no one has said who wrote the text: an imported post until an editor says so */
    authorStated: boolean('author_stated').notNull().default(true),
    /** Names of the pictures in the post */
    pictures: text('pictures')
      .array()
      .generatedAlwaysAs(
        sql.raw(
          `string_to_array(btrim(regexp_replace(coalesce(image_url, '') || ' ' || coalesce(social_image_url, '') || ' ' || content || ' ', '.*?(${mediaAddressStart}|$)', ' \\2', 'g')), ' ')`,
        ),
      ),
    /** Names of the files that the post links to */
    files: text('files')
      .array()
      .generatedAlwaysAs(
        sql.raw(
          `string_to_array(btrim(regexp_replace(content || ' ', '.*?(${fileAddressStart}|$)', ' \\2', 'g')), ' ')`,
        ),
      ),
    search: tsvector('search').generatedAlwaysAs(
      // Limited to 200,000 characters, because a tsvector holds up to a megabyte.
      sql`setweight(to_tsvector('english', left(title, 1000)), 'A') || setweight(to_tsvector('english', left(excerpt, 2000)), 'B') || setweight(to_tsvector('english', left(content, 200000)), 'C')`,
    ),
  },
  (table) => [
    // One per list of the admin, so that reading and counting it touches no other posts.
    index('blog_posts_kept').on(table.publishedAt, table.id).where(sql`${table.deletedAt} is null`),
    index('blog_posts_drafts')
      .on(table.publishedAt, table.id)
      .where(sql`not ${table.isPublished} and ${table.deletedAt} is null`),
    index('blog_posts_trash').on(table.publishedAt, table.id).where(sql`${table.deletedAt} is not null`),
    index('blog_posts_public')
      .on(table.publishedAt, table.id)
      .where(sql`${table.isPublished} and ${table.deletedAt} is null`),
    // Finds the few pages among many posts.
    index('blog_posts_kind').on(table.kind),
    index('blog_posts_search').using('gin', table.search),
    index('blog_posts_tags').using('gin', table.tags),
    index('blog_posts_pictures').using('gin', table.pictures),
    index('blog_posts_files').using('gin', table.files),
    checkEnum(table.authorType, authorTypes),
    checkEnum(table.kind, postKinds),
  ],
)

/** Every slug that a post has ever had. Old slugs redirect to the current one, and no other post gets them. */
export const postSlugs = pgTable(
  'post_slugs',
  {
    slug: text('slug').primaryKey(),
    /** Null once the post is permanently deleted: its URL responds 410 and stays taken. */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'set null' }),
    /** Needed once the post is permanently deleted: its kind says which URL responds 410. */
    kind: text('kind', { enum: postKinds }).notNull().default('post'),
  },
  (table) => [index('post_slugs_post').on(table.postId), checkEnum(table.kind, postKinds)],
)

/** Links that show a post, public or not, to anyone who has them */
export const previewLinks = pgTable(
  'preview_links',
  {
    /** SHA-256 of the token in the link, hex */
    tokenHash: text('token_hash').primaryKey(),
    postId: integer('post_id')
      .notNull()
      .references(() => blogPosts.id, { onDelete: 'cascade' }),
    /** Null for links from before this column */
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('preview_links_post').on(table.postId),
    index('preview_links_created_by').on(table.createdBy),
  ],
)

/** Versions of a post, including the current one */
export const postRevisions = pgTable(
  'post_revisions',
  {
    id: serial('id').primaryKey(),
    postId: integer('post_id')
      .notNull()
      .references(() => blogPosts.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    ...fieldColumns(),
    savedAt: timestamptz('saved_at').notNull().defaultNow(),
    /** Time of the first of the autosaves that this revision combines */
    startedAt: timestamptz('started_at').notNull().defaultNow(),
    /** Username; the account may be gone */
    savedBy: text('saved_by').notNull(),
    cause: text('cause', { enum: revisionCauses }).notNull(),
  },
  (table) => [
    index('post_revisions_post').on(table.postId, table.id),
    checkEnum(table.authorType, authorTypes),
    checkEnum(table.cause, revisionCauses),
  ],
)

/** The transcript or document that a post was generated from, visible to admins only */
export const postTranscripts = pgTable('post_transcripts', {
  postId: integer('post_id')
    .primaryKey()
    .references(() => blogPosts.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  createdAt: createdAt(),
})

/** The ledger of AI actions, from which each post's disclosure is computed */
export const aiActions = pgTable(
  'ai_actions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null until a save binds the action to a post */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'cascade' }),
    action: text('action', { enum: ledgerActions }).notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** SHA-256 (hex) of the text that was sent to the service and of its response */
    sentHash: text('sent_hash').notNull(),
    receivedHash: text('received_hash').notNull(),
    /** SHA-256 (hex) of the words of a text that was written from only a topic */
    textHash: text('text_hash'),
    /** The titles of the response, each as the hashes of its words; null in old rows */
    titleHashes: text('title_hashes').array(),
    /** True if the post's title is no longer one of them */
    titleRetyped: boolean('title_retyped').notNull().default(false),
    /** Share of the response that is in the post */
    applied: text('applied', { enum: appliedAmounts }).notNull().default('none'),
    /** Fields of the post that the response was applied to */
    fields: text('fields').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    index('ai_actions_post').on(table.postId, table.createdAt),
    index('ai_actions_unbound').on(table.createdAt).where(sql`${table.postId} is null`),
    checkEnum(table.action, ledgerActions),
    checkEnum(table.applied, appliedAmounts),
  ],
)
