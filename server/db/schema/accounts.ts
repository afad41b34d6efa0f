import { sql } from 'drizzle-orm'
import { index, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    username: text('username').notNull().unique(),
    /** argon2id hash, a PHC string */
    password: text('password').notNull(),
  },
  // Sign-in ignores case, so "Ann" and "ann" cannot both exist.
  (table) => [uniqueIndex('users_username_lower').on(sql`lower(${table.username})`)],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    /** Browser and system at sign-in, such as "Chrome on Windows"; null if unknown */
    device: text('device'),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_created_at').on(table.createdAt)],
)

/** Browsers that have signed in before, which have their own limit of attempts (server/accounts/accounts.ts) */
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
