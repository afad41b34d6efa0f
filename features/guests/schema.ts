import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { checkEnum, createdAt, firstWordOf, timestamptz } from '../../core/server/db/schema/columns.ts'
import { inviteStatuses } from '../posts/contract/post-guest.ts'
import { blogPosts } from '../posts/schema.ts'

/** Invitations of guest authors, and the state of their writing rooms (pages where they write without an account) */
export const authorInvites = pgTable(
  'author_invites',
  {
    id: serial('id').primaryKey(),
    email: text('email').notNull(),
    /** Name in the invitation; the guest may change the one that readers see */
    name: text('name'),
    suggestedTopic: text('suggested_topic'),
    customMessage: text('custom_message'),
    /** Never `expired`, which is computed from `expiresAt` */
    status: text('status', { enum: inviteStatuses }).notNull().default('pending'),
    /** SHA-256 of the token in the link */
    inviteToken: text('invite_token').unique(),
    invitedAt: timestamptz('invited_at').notNull().defaultNow(),
    /** Last moment to accept or decline */
    expiresAt: timestamptz('expires_at').notNull(),
    respondedAt: timestamptz('responded_at'),
    /** SHA-256 of the token in the link to the writing room, set on acceptance */
    roomToken: text('room_token').unique(),
    /** SHA-256 of the tokens in later emails, each of which has its own link to the same writing room */
    mailedRoomTokens: text('mailed_room_tokens').array().notNull().default(sql`'{}'`),
    /** Deadline for the text */
    dueAt: timestamptz('due_at'),
    /** The guest's text, created with the first save */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'set null' }),
    submittedAt: timestamptz('submitted_at'),
    /** SHA-256 of title and content of the last submission */
    submittedHash: text('submitted_hash'),
    publishedAt: timestamptz('published_at'),
    /** The guest's bio and the `src` of their photo */
    bio: text('bio'),
    photoUrl: text('photo_url'),
    /** Slug of the page with all posts of this author, updated at each submission */
    authorSlug: text('author_slug'),
    /** Time of the last approval, and SHA-256 of the approved title and content */
    approvedAt: timestamptz('approved_at'),
    approvedHash: text('approved_hash'),
    /** Number of times that changes were requested */
    rounds: integer('rounds').notNull().default(0),
    /** The editor's message of the last request for changes */
    changesMessage: text('changes_message'),
    /** When the guest last requested a new link; null once it is sent */
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

/** Time of the guest's last action that counts as unread for the editor */
export const lastActOf = (table: {
  respondedAt: AnyPgColumn
  submittedAt: AnyPgColumn
  approvedAt: AnyPgColumn
  linkAskedAt: AnyPgColumn
}) => sql`greatest(${table.respondedAt}, ${table.submittedAt}, ${table.approvedAt}, ${table.linkAskedAt})`

export const guestComments = pgTable(
  'guest_comments',
  {
    id: serial('id').primaryKey(),
    inviteId: integer('invite_id')
      .notNull()
      .references(() => authorInvites.id, { onDelete: 'cascade' }),
    /** Index of the block in the text, from 0, and the block's text at that time, because it may change */
    paragraph: integer('paragraph').notNull(),
    quote: text('quote').notNull(),
    text: text('text').notNull(),
    /** Username; the account may be gone */
    writtenBy: text('written_by').notNull(),
    createdAt: createdAt(),
    /** The guest's reply */
    answer: text('answer'),
    /** When the guest marked it as done */
    doneAt: timestamptz('done_at'),
  },
  (table) => [index('guest_comments_invite').on(table.inviteId, table.id)],
)
