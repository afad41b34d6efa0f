import { type AnyPgColumn, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, timestamptz } from './columns.ts'
import { authorInvites } from './invites.ts'

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
