import { sql } from 'drizzle-orm'
import { check, index, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { apiScopes } from '../../../core/contract/roles.ts'
import { createdAt, timestamptz } from '../../../core/server/db/schema/columns.ts'
import { ofUser } from './accounts.ts'

/** Tokens with which programs use the API for a user. Expired and revoked ones are kept for a year, for Activity. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: serial('id').primaryKey(),
    userId: ofUser(),
    name: text('name').notNull(),
    /** SHA-256 of the token, hex */
    tokenHash: text('token_hash').notNull().unique(),
    scopes: text('scopes', { enum: apiScopes }).array().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz('expires_at').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [
    index('api_tokens_user').on(table.userId, table.id),
    check(
      'api_tokens_known_scopes',
      sql.raw(
        `scopes <@ array[${apiScopes.map((scope) => `'${scope}'`).join(', ')}]::text[] and cardinality(scopes) > 0`,
      ),
    ),
    // Such a token can read or replace the whole site.
    check(
      'api_tokens_move_a_week',
      sql`not scopes && array['import-site', 'export-site']::text[] or ${table.expiresAt} <= ${table.createdAt} + interval '7 days'`,
    ),
    check('api_tokens_at_most_a_year', sql`${table.expiresAt} <= ${table.createdAt} + interval '366 days'`),
  ],
)
