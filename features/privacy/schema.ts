import { type AnyPgColumn, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '../../core/server/db/schema/columns.ts'
import { outboxMessages } from '../../core/server/db/schema/mail.ts'

/**
 * People whom an admin deleted, restorable for some days (features/privacy/server/erase.ts). A person who signs up again can be
 * deleted again, so a person can have several rows.
 */
export const personDeletions = pgTable(
  'person_deletions',
  {
    /** In lower case */
    email: text('email').notNull(),
    /** The same time as in the entries that were deleted with the person */
    deletedAt: timestamptz('deleted_at').notNull().defaultNow(),
    /** Username */
    deletedBy: text('deleted_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.deletedAt] })],
)

/** Hashes of deleted people, used to delete them again after a backup is restored */
export const deletionLedger = pgTable('deletion_ledger', {
  /** SHA-256 of a key of this site and the address, hex (features/privacy/server/deletion-notes.ts) */
  addressHash: text('address_hash').primaryKey(),
  /** All data from before this time is permanently deleted */
  erasedUntil: timestamptz('erased_until'),
  /** When an admin deleted the person; null once that is undone */
  deletedAt: timestamptz('deleted_at'),
  /** When ledgers are merged, the latest row of each address is kept */
  notedAt: timestamptz('noted_at').notNull().defaultNow(),
})

/** Links with which people see, download, and delete their data (features/privacy/server/data-links.ts) */
export const dataLinks = pgTable(
  'data_links',
  {
    /** SHA-256 of the token in the link, hex */
    tokenHash: text('token_hash').primaryKey(),
    /** In lower case; null once everything is deleted */
    email: text('email'),
    createdAt: createdAt(),
    /** Before the email is sent, the last day to send it; then the expiry of its link (core/server/mail/request-links.ts) */
    expiresAt: timestamptz('expires_at').notNull(),
    /** The email with the link */
    messageId: integer('message_id').references((): AnyPgColumn => outboxMessages.id, {
      onDelete: 'set null',
    }),
    /** Time of the deletion and number of deleted rows by kind */
    receipt: jsonb('receipt').$type<{ at: string; counts: Record<string, number> }>(),
  },
  (table) => [
    index('data_links_email').on(table.email, table.createdAt),
    index('data_links_message').on(table.messageId),
  ],
)
