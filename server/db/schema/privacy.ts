import { type AnyPgColumn, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from './columns.ts'
import { outboxMessages } from './mail.ts'

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
