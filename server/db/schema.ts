import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { mediaAddressStart } from '../../contracts/media.ts'
import { authorTypes, revisionCauses } from '../../contracts/posts.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const timestamptz = (name: string) => timestamp(name, { withTimezone: true })
const createdAt = () => timestamptz('created_at').notNull().defaultNow()

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

/** What the waitlist and the contact form have in common: how an entry came, and how far we are with it. */
const entryColumns = () => ({
  createdAt: createdAt(),
  /** SHA-256 of the fields: the same entry sent twice within ten minutes is one row. */
  contentHash: text('content_hash'),
  /** Set where it looked like a machine: kept out of the list, not thrown away. */
  suspectedAt: timestamptz('suspected_at'),
  /** When an admin said that a person wrote it. */
  clearedAt: timestamptz('cleared_at'),
  /** SHA-256 of what a machine would send under many addresses. */
  textHash: text('text_hash'),
  /** Keyed hash of the network that it came from; forgotten after a day. */
  networkHash: text('network_hash'),
  /** new, contacted, offered, booked or closed */
  status: text('status').notNull().default('new'),
  tags: text('tags').array().notNull().default(sql`'{}'`),
  /** Path of our own page on which the form stood. */
  source: text('source'),
  /** When it was put into the trash. */
  deletedAt: timestamptz('deleted_at'),
})

export const calendarClicks = pgTable(
  'calendar_clicks',
  {
    id: serial('id').primaryKey(),
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

/** What was not counted as a person, by day: bots and pages that a browser fetched ahead. */
export const leftOut = pgTable(
  'left_out',
  {
    day: date('day').notNull(),
    /** click-bots, view-bots or view-prefetches */
    what: text('what').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.what] })],
)

/**
 * Words of these columns, however they are joined: `ann@example.org` is found by `example`, too, and a phone number by
 * its digits. NFC, because an accent may be a letter of its own.
 */
const wordsOf = (...columns: string[]) => {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ")
  const words = `translate(normalize(left(${text}, 20000), NFC), '@._-+/\\:()''"', '            ')`
  const digits = ` || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g')`
  return sql.raw(`to_tsvector('simple', ${words}${columns.includes('phone') ? digits : ''})`)
}

/** When the guest of an invitation last did something that the editor wants to know. */
export const lastActOf = (table: {
  respondedAt: AnyPgColumn
  submittedAt: AnyPgColumn
  approvedAt: AnyPgColumn
  linkAskedAt: AnyPgColumn
}) => sql`greatest(${table.respondedAt}, ${table.submittedAt}, ${table.approvedAt}, ${table.linkAskedAt})`

/** The key by which people's names are looked for in a text (server/assistant/privacy-guard/people-names.ts). */
export const firstWordOf = (name: AnyPgColumn) => sql`substring(${name} from '[^\\s\\u00A0]+')`

type EntryTable = {
  id: AnyPgColumn
  name: AnyPgColumn
  email: AnyPgColumn
  tags: AnyPgColumn
  search: AnyPgColumn
} & Record<'createdAt' | 'contentHash' | 'textHash' | 'networkHash' | 'status', AnyPgColumn> &
  Record<'suspectedAt' | 'deletedAt', AnyPgColumn>

/** One for each list of the People page, so that it is read and counted without touching other entries. */
const entryIndexes = (name: string, table: EntryTable) => {
  const listed = sql`${table.suspectedAt} is null and ${table.deletedAt} is null`
  return [
    index(`${name}_content_hash`).on(table.contentHash, table.createdAt),
    index(`${name}_email`).on(sql`lower(${table.email})`),
    index(`${name}_listed`).on(table.id).where(listed),
    index(`${name}_newest`).on(table.createdAt, table.id).where(listed),
    index(`${name}_status`).on(table.status, table.createdAt, table.id).where(listed),
    index(`${name}_spam`)
      .on(table.createdAt, table.id)
      .where(sql`${table.suspectedAt} is not null and ${table.deletedAt} is null`),
    index(`${name}_deleted`).on(table.createdAt, table.id).where(sql`${table.deletedAt} is not null`),
    index(`${name}_text_hash`).on(table.textHash, table.createdAt),
    index(`${name}_first_word`).on(firstWordOf(table.name)).where(sql`${table.suspectedAt} is null`),
    index(`${name}_network_hash`)
      .on(table.networkHash, table.createdAt)
      .where(sql`${table.networkHash} is not null`),
    index(`${name}_search`).using('gin', table.search),
    index(`${name}_tags`).using('gin', table.tags),
    check(
      `${name}_known_status`,
      sql`${table.status} in ('new', 'contacted', 'offered', 'booked', 'closed')`,
    ),
  ]
}

export const contactSubmissions = pgTable(
  'contact_submissions',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    company: text('company').notNull(),
    phone: text('phone'),
    email: text('email').notNull(),
    industry: text('industry'),
    services: text('services').array(),
    timeline: text('timeline'),
    ...entryColumns(),
    /** The first one of the same address, where this one came later. */
    firstEntryId: integer('first_entry_id').references((): AnyPgColumn => contactSubmissions.id, {
      onDelete: 'set null',
    }),
    search: tsvector('search').generatedAlwaysAs(
      wordsOf('name', 'email', 'company', 'phone', 'industry', 'timeline'),
    ),
  },
  (table) => entryIndexes('contact_submissions', table),
)

/** What admins write about a person, whichever entries they have. */
export const personNotes = pgTable(
  'person_notes',
  {
    id: serial('id').primaryKey(),
    /** In lower case. */
    email: text('email').notNull(),
    text: text('text').notNull(),
    /** Username; the person may be gone. */
    writtenBy: text('written_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('person_notes_email').on(table.email, table.id)],
)

/**
 * People whom an admin has deleted; until the time is over it can be taken back (server/privacy/erase.ts). Whoever comes
 * back may be deleted again, and each deletion keeps its own time.
 */
export const personDeletions = pgTable(
  'person_deletions',
  {
    /** In lower case. */
    email: text('email').notNull(),
    /** The same moment as in the entries that went with it. */
    deletedAt: timestamptz('deleted_at').notNull().defaultNow(),
    /** Username. */
    deletedBy: text('deleted_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.deletedAt] })],
)

/** Who was deleted, without saying who: what a restored backup brings back is deleted again by it. */
export const deletionLedger = pgTable('deletion_ledger', {
  /** SHA-256 of a key of this site and the address (server/privacy/deletion-ledger.ts), hex. */
  addressHash: text('address_hash').primaryKey(),
  /** What was kept up to then is gone for good. */
  erasedUntil: timestamptz('erased_until'),
  /** When an admin deleted the person; null once that is taken back. */
  deletedAt: timestamptz('deleted_at'),
  /** Of two rows about one address the later one is right. */
  notedAt: timestamptz('noted_at').notNull().defaultNow(),
})

/** Links by which people see, take and delete what we keep about them (server/privacy/data-links.ts). */
export const dataLinks = pgTable(
  'data_links',
  {
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text('token_hash').primaryKey(),
    /** In lower case; null once everything is deleted. */
    email: text('email'),
    createdAt: createdAt(),
    /** Until its email is sent, the last day to send it; then the end of the link (server/mail/request-links.ts). */
    expiresAt: timestamptz('expires_at').notNull(),
    /** The email with the link. */
    messageId: integer('message_id').references((): AnyPgColumn => outboxMessages.id, {
      onDelete: 'set null',
    }),
    /** What was deleted: how many of each kind. */
    receipt: jsonb('receipt').$type<{ at: string; counts: Record<string, number> }>(),
  },
  (table) => [
    index('data_links_email').on(table.email, table.createdAt),
    index('data_links_message').on(table.messageId),
  ],
)

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
  (table) => [index('post_revisions_post').on(table.postId, table.id)],
)

/** What somebody said or brought along that a post was made from. Nobody but admins sees it. */
export const postTranscripts = pgTable('post_transcripts', {
  postId: integer('post_id')
    .primaryKey()
    .references(() => blogPosts.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
  createdAt: createdAt(),
})

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
  /** Of the guest author who uploaded it. */
  inviteId: integer('invite_id').references((): AnyPgColumn => authorInvites.id, { onDelete: 'set null' }),
  /** Null while its files are being stored or deleted. */
  readyAt: timestamptz('ready_at'),
})

/** What a mail says about one of several people. `email` in lower case. */
export type MailPart = { email: string; text: string; html: string }

/** Every mail that the product writes, whether a mail server takes it or a person hands it over. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: serial('id').primaryKey(),
    /** Of the mail's `Message-ID` header, without angle brackets; the same at every attempt. */
    messageId: text('message_id').notNull().unique(),
    /** What it is about: invite, lead, newsletter and so on (server/mail/outbox.ts). */
    kind: text('kind').notNull(),
    /** One address. */
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html'),
    /** What stands where text and html say `{{link}}`: it opens something, so it is sealed (server/mail/encrypted-link.ts). */
    sealedLink: text('sealed_link'),
    /** Headers beside the usual ones, such as `List-Unsubscribe`. */
    headers: jsonb('headers').$type<Record<string, string>>().notNull().default({}),
    /** Two messages of the same key are one. */
    onceKey: text('once_key').unique(),
    /** queued, sent, failed, handed_over or withdrawn */
    status: text('status').notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** A sentence for the person, of the last attempt. */
    problem: text('problem'),
    createdAt: createdAt(),
    nextAttemptAt: timestamptz('next_attempt_at').notNull().defaultNow(),
    /** When the mail server took it, or a person marked it as sent. */
    sentAt: timestamptz('sent_at'),
    /** Addresses, in lower case, of the people whom it tells the recipient about. */
    about: text('about').array().notNull().default(sql`'{}'`),
    /** Where it is about several people: what it says about each, word for word as in text and HTML. */
    parts: jsonb('parts').$type<MailPart[]>(),
    search: tsvector('search').generatedAlwaysAs(wordsOf('recipient', 'subject')),
  },
  (table) => [
    index('outbox_messages_search').using('gin', table.search),
    index('outbox_messages_listed').on(table.id.desc()),
    index('outbox_messages_recipient').on(sql`lower(${table.recipient})`),
    index('outbox_messages_about').using('gin', table.about).where(sql`${table.about} <> '{}'`),
    index('outbox_messages_status').on(table.status, table.id.desc()),
    index('outbox_messages_due').on(table.nextAttemptAt).where(sql`${table.status} = 'queued'`),
  ],
)

/** New entries that wait for the daily notice to the owner; gone once it is written (server/entries/lead-notices.ts). */
export const leadNotices = pgTable('lead_notices', {
  id: serial('id').primaryKey(),
  /** Of the person who wrote, in lower case. */
  email: text('email').notNull().default(''),
  title: text('title').notNull(),
  /** What was filled in: label and answer. */
  answers: jsonb('answers').$type<[string, string][]>().notNull(),
  createdAt: createdAt(),
})

/** When each admin last opened a list, for the numbers in the side bar. */
export const lastLooks = pgTable(
  'last_looks',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text('list').notNull(),
    lookedAt: timestamptz('looked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list] })],
)

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
    /** all or monthly */
    frequency: text('frequency').notNull().default('all'),
    /** Stands in the links of every issue; whoever has it may change this subscription. */
    token: text('token')
      .notNull()
      .unique()
      .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    endedAt: timestamptz('ended_at'),
    /** unsubscribed, bounced or removed */
    endReason: text('end_reason'),
    search: tsvector('search').generatedAlwaysAs(wordsOf('email')),
  },
  (table) => [
    index('newsletter_subscriptions_search').using('gin', table.search),
    uniqueIndex('newsletter_subscriptions_email_lower').on(sql`lower(${table.email})`),
    index('newsletter_subscriptions_listed').on(table.id.desc()),
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

export const authorInvites = pgTable(
  'author_invites',
  {
    id: serial('id').primaryKey(),
    email: text('email').notNull(),
    /** As invited; the guest may write it otherwise, and readers see that. */
    name: text('name'),
    suggestedTopic: text('suggested_topic'),
    customMessage: text('custom_message'),
    /** pending, accepted, declined, revoked, submitted, changes_requested or published; the clock says expired. */
    status: text('status').notNull().default('pending'),
    /** SHA-256 of the token in the link, never the token. */
    inviteToken: text('invite_token').unique(),
    invitedAt: timestamptz('invited_at').notNull().defaultNow(),
    /** Until then it can be answered. */
    expiresAt: timestamptz('expires_at').notNull(),
    respondedAt: timestamptz('responded_at'),
    /** SHA-256 of the token in the link to the writing room, once accepted. */
    roomToken: text('room_token').unique(),
    /** SHA-256 of the tokens in the links of later mails: each mail has a link of its own, and all lead to the same room. */
    mailedRoomTokens: text('mailed_room_tokens').array().notNull().default(sql`'{}'`),
    /** When the text should be there. */
    dueAt: timestamptz('due_at'),
    /** What the guest writes, once there is some. */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'set null' }),
    submittedAt: timestamptz('submitted_at'),
    /** SHA-256 of title and content as they were handed in last. */
    submittedHash: text('submitted_hash'),
    publishedAt: timestamptz('published_at'),
    /** The guest's lines about themselves, and `src` of their photo. */
    bio: text('bio'),
    photoUrl: text('photo_url'),
    /** Of the page with everything that this person has written; made with their text, anew when it is handed in. */
    authorSlug: text('author_slug'),
    /** The last approval of the text: when, and SHA-256 of title and content. */
    approvedAt: timestamptz('approved_at'),
    approvedHash: text('approved_hash'),
    /** Times that changes were asked for. */
    rounds: integer('rounds').notNull().default(0),
    /** What the editor said when they were asked for last. */
    changesMessage: text('changes_message'),
    /** When the guest last asked for a new link, until there is one. */
    linkAskedAt: timestamptz('link_asked_at'),
  },
  (table) => [
    index('author_invites_first_word').on(firstWordOf(table.name)),
    index('author_invites_email').on(sql`lower(${table.email})`),
    index('author_invites_post').on(table.postId),
    index('author_invites_author').on(table.authorSlug),
    index('author_invites_listed').on(table.id.desc()),
    index('author_invites_last_act').on(lastActOf(table)),
    index('author_invites_mailed_rooms').using('gin', table.mailedRoomTokens),
  ],
)

/** What the editor says about a guest's text, paragraph by paragraph. */
export const guestComments = pgTable(
  'guest_comments',
  {
    id: serial('id').primaryKey(),
    inviteId: integer('invite_id')
      .notNull()
      .references(() => authorInvites.id, { onDelete: 'cascade' }),
    /** Which block of the text it is about, from 0, and the block's words then: the text may change. */
    paragraph: integer('paragraph').notNull(),
    quote: text('quote').notNull(),
    text: text('text').notNull(),
    /** Username; the person may be gone. */
    writtenBy: text('written_by').notNull(),
    createdAt: createdAt(),
    /** What the guest says to it. */
    answer: text('answer'),
    /** When the guest said that it is done. */
    doneAt: timestamptz('done_at'),
  },
  (table) => [index('guest_comments_invite').on(table.inviteId, table.id)],
)

export const trainingWaitlist = pgTable(
  'training_waitlist',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    company: text('company'),
    message: text('message'),
    ...entryColumns(),
    /** The first entry of the same address, where this one came later. */
    firstEntryId: integer('first_entry_id').references((): AnyPgColumn => trainingWaitlist.id, {
      onDelete: 'set null',
    }),
    search: tsvector('search').generatedAlwaysAs(wordsOf('name', 'email', 'company', 'phone', 'message')),
  },
  (table) => entryIndexes('training_waitlist', table),
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
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    /** "Chrome on Windows", as the browser named itself at sign-in; null where it did not. */
    device: text('device'),
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

/** Fixed-window counters that all instances share (http/limits/rate-counter.ts). */
export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: timestamptz('window_ends_at').notNull(),
  },
  (table) => [index('rate_counters_window_ends_at').on(table.windowEndsAt)],
)

export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
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
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [index('ai_draft_jobs_created_at').on(table.createdAt)],
)

/** What AI services were asked for: the ledger from which each post's disclosure is computed. */
export const aiActions = pgTable(
  'ai_actions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null until a save says for which post it was. */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'cascade' }),
    /** One of `ledgerActions` (contracts/disclosure.ts). */
    action: text('action').notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** SHA-256, hex, of what left the server and of what came back. */
    sentHash: text('sent_hash').notNull(),
    receivedHash: text('received_hash').notNull(),
    /** SHA-256, hex, of the words of a text that was written from a topic alone. */
    textHash: text('text_hash'),
    /** How much of it stands in the post: none, part or all. */
    applied: text('applied').notNull().default('none'),
    /** Fields of the post that it went into. */
    fields: text('fields').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    index('ai_actions_post').on(table.postId, table.createdAt),
    index('ai_actions_unbound').on(table.createdAt).where(sql`${table.postId} is null`),
    check('ai_actions_known_applied', sql`${table.applied} in ('none', 'part', 'all')`),
  ],
)
