import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '../../../core/server/db/schema/columns.ts'
import { users } from '../../accounts/schema/accounts.ts'

/** Pictures. Their files are in the media store under `name` (features/media/server/store.ts). */
export const media = pgTable(
  'media',
  {
    id: serial('id').primaryKey(),
    /** Random hex string */
    name: text('name').notNull().unique(),
    originalName: text('original_name').notNull(),
    /** MIME type and byte size of the original upload */
    mime: text('mime').notNull(),
    bytes: integer('bytes').notNull(),
    /** SHA-256 of the original upload, hex; null for pictures from before this column */
    sha256: text('sha256'),
    /** Widths of the stored sizes, smallest first; `width` and `height` are those of the largest */
    widths: integer('widths').array().notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    alt: text('alt').notNull(),
    /** Average color, `#rrggbb` */
    color: text('color').notNull(),
    createdAt: createdAt(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    /** Invite of the guest author who uploaded it, which may be gone. No reference, because guests come after media. */
    inviteId: integer('invite_id'),
    /** Null while its files are being stored or deleted */
    readyAt: timestamptz('ready_at'),
  },
  (table) => [index('media_sha256').on(table.sha256)],
)
