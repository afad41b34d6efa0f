import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { inviteStatuses } from '../../../contracts/invites.ts'
import { checkEnum, createdAt, firstWordOf, timestamptz } from './columns.ts'
import { blogPosts } from './posts.ts'

export const authorInvites = pgTable(
  'author_invites',
  {
    id: serial('id').primaryKey(),
    email: text('email').notNull(),
    /** As invited; the guest may write it otherwise, and readers see that. */
    name: text('name'),
    suggestedTopic: text('suggested_topic'),
    customMessage: text('custom_message'),
    /** Never `expired`, which is computed from `expiresAt`. */
    status: text('status', { enum: inviteStatuses }).notNull().default('pending'),
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
    checkEnum(table.status, inviteStatuses),
  ],
)

/** When the guest of an invitation last did something that the editor wants to know. */
export const lastActOf = (table: {
  respondedAt: AnyPgColumn
  submittedAt: AnyPgColumn
  approvedAt: AnyPgColumn
  linkAskedAt: AnyPgColumn
}) => sql`greatest(${table.respondedAt}, ${table.submittedAt}, ${table.approvedAt}, ${table.linkAskedAt})`

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
