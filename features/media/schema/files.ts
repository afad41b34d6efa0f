import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { checkEnum, createdAt, timestamptz } from '../../../core/server/db/schema/columns.ts'
import { users } from '../../accounts/schema/accounts.ts'
import { pdfType } from '../contract/files.ts'

/** Files to download. They are in the media store under `files/{name}/{fileName}` (features/media/server/files/files.ts). */
export const files = pgTable(
  'files',
  {
    id: serial('id').primaryKey(),
    /** Random hex string */
    name: text('name').notNull().unique(),
    /** Last part of the URL */
    fileName: text('file_name').notNull(),
    originalName: text('original_name').notNull(),
    mime: text('mime', { enum: [pdfType] }).notNull(),
    bytes: integer('bytes').notNull(),
    /** Hex */
    sha256: text('sha256').notNull(),
    createdAt: createdAt(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    /** Null while the file is being stored or deleted */
    readyAt: timestamptz('ready_at'),
  },
  (table) => [checkEnum(table.mime, [pdfType])],
)
