import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { roles } from '../../../core/contract/roles.ts'
import { checkEnum, createdAt, timestamptz } from '../../../core/server/db/schema/columns.ts'
import { outboxMessages } from '../../../core/server/db/schema/mail.ts'

/** A trigger refuses a change after which no enabled owner would be left (migrations, `users_keep_an_owner`). */
export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    username: text('username').notNull().unique(),
    /** argon2id hash, a PHC string */
    password: text('password').notNull(),
    /** Null until the user sets one; the username is shown instead. */
    displayName: text('display_name'),
    /** Null until the user sets one. Emails about a forgotten password go there. */
    email: text('email'),
    /** Author of the user's new posts; null for the default */
    byline: text('byline'),
    role: text('role', { enum: roles }).notNull().default('helper'),
    /** When the user's access was ended */
    disabledAt: timestamptz('disabled_at'),
    createdAt: createdAt(),
    lastSignInAt: timestamptz('last_sign_in_at'),
    /** Since when the user gives trainings and has a calendar of days; null if they do not */
    trainerSince: timestamptz('trainer_since'),
    /** SHA-256 of the token of the user's calendar feed, hex; null if there is no feed */
    calendarTokenHash: text('calendar_token_hash').unique(),
  },
  (table) => [
    // Sign-in ignores case, so "Ann" and "ann" cannot both exist.
    uniqueIndex('users_username_lower').on(sql`lower(${table.username})`),
    checkEnum(table.role, roles),
  ],
)

/** A column of rows that are deleted with their user */
export const ofUser = (name = 'user_id') =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex */
    tokenHash: text('token_hash').primaryKey(),
    userId: ofUser(),
    createdAt: createdAt(),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    /** Browser and system at sign-in, such as "Chrome on Windows"; null if unknown */
    device: text('device'),
    /** When the user last entered the password or a code again, which sensitive changes require */
    confirmedAt: timestamptz('confirmed_at'),
    /** True if the user has no second factor although the site requires one: the session is only for setting it up. */
    mustSetUpFactor: boolean('must_set_up_factor').notNull().default(false),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_created_at').on(table.createdAt)],
)

/** Browsers that have signed in before, which have their own limit of attempts (features/accounts/server/accounts.ts) */
export const knownDevices = pgTable(
  'known_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: ofUser(),
    createdAt: createdAt(),
  },
  (table) => [index('known_devices_user').on(table.userId)],
)

/** Invitations of colleagues, who become users by their link (features/accounts/server/team/invites.ts) */
export const teamInvites = pgTable(
  'team_invites',
  {
    id: serial('id').primaryKey(),
    /** SHA-256 of the token in the link, hex */
    tokenHash: text('token_hash').notNull().unique(),
    email: text('email').notNull(),
    displayName: text('display_name').notNull(),
    role: text('role', { enum: roles }).notNull(),
    invitedBy: ofUser('invited_by'),
    createdAt: createdAt(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** When the invited person joined. The link works once. */
    acceptedAt: timestamptz('accepted_at'),
    /** When the link was turned off */
    revokedAt: timestamptz('revoked_at'),
    /** The email with the link */
    messageId: integer('message_id').references(() => outboxMessages.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('team_invites_invited_by').on(table.invitedBy),
    index('team_invites_email').on(sql`lower(${table.email})`),
    index('team_invites_message').on(table.messageId),
    checkEnum(table.role, roles),
  ],
)

/** Links by which users who forgot their password set a new one (features/accounts/server/team/password-links.ts) */
export const passwordLinks = pgTable(
  'password_links',
  {
    userId: ofUser().primaryKey(),
    /** SHA-256 of the token in the link, hex */
    tokenHash: text('token_hash').notNull().unique(),
    /** The owner who made the link. It ends with their rights. */
    madeBy: ofUser('made_by'),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('password_links_made_by').on(table.madeBy)],
)

/** The time when each admin last opened a list, for the unread counts in the side bar */
export const lastLooks = pgTable(
  'last_looks',
  {
    userId: ofUser(),
    list: text('list').notNull(),
    lookedAt: timestamptz('looked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list] })],
)
