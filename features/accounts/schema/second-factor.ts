import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core'
import { checkEnum, createdAt, timestamptz } from '../../../core/server/db/schema/columns.ts'
import { ofUser, users } from './accounts.ts'

/** The authenticator app of a user, which shows a new code every 30 seconds (TOTP, RFC 6238) */
export const totpApps = pgTable('totp_apps', {
  userId: ofUser().primaryKey(),
  /** The secret that the app and the server share, sealed (server/secrets) */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: createdAt(),
  /** Number of the 30-second step whose code was used last. Earlier codes no longer work. */
  lastStep: integer('last_step').notNull(),
})

/** An app that is being connected and has not shown its first code. It replaces the user's earlier app then. */
export const totpSetups = pgTable('totp_setups', {
  userId: ofUser().primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: createdAt(),
})

export const passkeys = pgTable(
  'passkeys',
  {
    id: serial('id').primaryKey(),
    userId: ofUser(),
    /** The authenticator's own id of the passkey, base64url */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key, base64url */
    publicKey: text('public_key').notNull(),
    /** The user's random id for authenticators, base64url; the same for all passkeys of a user */
    userHandle: text('user_handle').notNull(),
    /** Number of uses as counted by the authenticator; always 0 for passkeys that are synced between devices */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How the browser can reach the authenticator */
    transports: text('transports').array().notNull().default(sql`'{}'::text[]`),
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

export const challengePurposes = ['register', 'sign-in'] as const

/** Random values that authenticators sign. Each is used once, within minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge, hex */
    challengeHash: text('challenge_hash').primaryKey(),
    purpose: text('purpose', { enum: challengePurposes }).notNull(),
    /** The user who registers a passkey; null for a sign-in, where the passkey names the user */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('passkey_challenges_created_at').on(table.createdAt),
    checkEnum(table.purpose, challengePurposes),
  ],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: ofUser(),
    /** SHA-256 of the code, hex */
    codeHash: text('code_hash').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Sign-ins on the plain page whose password was right and whose code is still missing */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    /** SHA-256 of the cookie's token, hex */
    tokenHash: text('token_hash').primaryKey(),
    userId: ofUser(),
    createdAt: createdAt(),
  },
  (table) => [index('pending_sign_ins_user').on(table.userId)],
)
