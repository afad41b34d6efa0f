import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { checkEnum, createdAt, timestamptz } from '../../core/server/db/schema/columns.ts'
import { users } from '../accounts/schema/accounts.ts'
import { media } from '../media/schema/media.ts'
import { blogPosts } from '../posts/schema.ts'
import {
  busyImportStates,
  type ImportCounts,
  type ImportOptions,
  importFormats,
  importItemKinds,
  importOrigins,
  importPhases,
  importStates,
} from './contract/imports.ts'
import { type ExportCounts, exportStates, openExportStates } from './contract/site-export.ts'

/** A file in the media store that is in parts: an upload for an import, or an export to download. */
export const storedParts = pgTable(
  'stored_parts',
  {
    /** Random hex string, the folder of the parts in the media store */
    folder: text('folder').notNull(),
    /** From 1 */
    number: integer('number').notNull(),
    bytes: integer('bytes').notNull(),
    /** Hex */
    sha256: text('sha256').notNull(),
    createdAt: createdAt(),
    /** Null while its file is being stored or deleted */
    readyAt: timestamptz('ready_at'),
  },
  (table) => [primaryKey({ columns: [table.folder, table.number] })],
)

/** A file of an import, as its sender describes it */
export type ImportFile = {
  name: string
  bytes: number
  /** ISO 8601, of the last change; tells two files with the same name apart */
  modifiedAt?: string | undefined
  /** Folder of its parts in the media store; missing for a file on the server's own disk */
  folder?: string | undefined
}

/** An import of another system's file */
export const siteImports = pgTable(
  'site_imports',
  {
    id: serial('id').primaryKey(),
    state: text('state', { enum: importStates }).notNull(),
    /** `command`: the file is on the disk of the server on which the command runs. */
    origin: text('origin', { enum: importOrigins }).notNull(),
    /** The site's file, and perhaps the archive of its pictures */
    files: jsonb('files').$type<ImportFile[]>().notNull(),
    /** Null until the file was opened */
    format: text('format', { enum: importFormats }),
    /** Address of the old site, if the file names it */
    siteUrl: text('site_url'),
    options: jsonb('options').$type<ImportOptions>().notNull().default({ status: 'as-in-file' }),
    /** Number of entries of the file that the current phase has finished; a crash continues here. */
    position: integer('position').notNull().default(0),
    /** Number of entries in the file, once the check has counted them */
    entries: integer('entries'),
    /** Counts of the dry run, and of the import itself */
    checked: jsonb('checked').$type<ImportCounts>().notNull().default({}),
    counts: jsonb('counts').$type<ImportCounts>().notNull().default({}),
    /** Starts of the work since it last stored something or ended in words: what is left after a crash */
    attempts: integer('attempts').notNull().default(0),
    /** Why it failed, in one sentence for the user */
    problem: text('problem'),
    createdAt: createdAt(),
    /** Null for a command */
    startedBy: integer('started_by').references(() => users.id, { onDelete: 'set null' }),
    checkedAt: timestamptz('checked_at'),
    startedAt: timestamptz('started_at'),
    finishedAt: timestamptz('finished_at'),
    undoneAt: timestamptz('undone_at'),
  },
  (table) => [
    // One at a time, so that two imports never work on the same entries.
    uniqueIndex('site_imports_one_busy')
      .on(sql`(true)`)
      .where(sql`${table.state} in (${sql.raw(busyImportStates.map((state) => `'${state}'`).join(', '))})`),
    checkEnum(table.state, importStates),
    checkEnum(table.origin, importOrigins),
    checkEnum(table.format, importFormats),
  ],
)

/** Rows that imports have created. A key in this table is never imported again. */
export const importItems = pgTable(
  'import_items',
  {
    /** The entry's key in its source, such as `wordpress:old.example:123`, or `picture:` and a SHA-256 */
    key: text('key').primaryKey(),
    importId: integer('import_id')
      .notNull()
      .references(() => siteImports.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: importItemKinds }).notNull(),
    /** Null for other kinds, and once the post is permanently deleted */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'set null' }),
    mediaId: integer('media_id').references(() => media.id, { onDelete: 'set null' }),
    /** Number of the row of a file */
    rowId: integer('row_id'),
    /** Version of the post, or another number or hash of the content, as the import left it. Undo keeps what differs. */
    version: text('version').notNull(),
  },
  (table) => [
    index('import_items_import').on(table.importId, table.kind),
    index('import_items_post').on(table.postId),
    index('import_items_media').on(table.mediaId),
    checkEnum(table.kind, importItemKinds),
  ],
)

/** Notes on entries that an import changed or left out, and on those that an undo kept */
export const importNotes = pgTable(
  'import_notes',
  {
    id: serial('id').primaryKey(),
    importId: integer('import_id')
      .notNull()
      .references(() => siteImports.id, { onDelete: 'cascade' }),
    phase: text('phase', { enum: importPhases }).notNull(),
    /** Title of the post, name of the file, or address of the picture */
    about: text('about').notNull(),
    detail: text('detail').notNull(),
  },
  (table) => [
    index('import_notes_import').on(table.importId, table.phase, table.id),
    checkEnum(table.phase, importPhases),
  ],
)

/** Addresses of an old site that lead to a post, a path, or another site. They count only where nothing else is. */
export const redirects = pgTable(
  'redirects',
  {
    /** Path and query, normalized by features/transfer/server/redirects/redirect-address.ts */
    fromPath: text('from_path').primaryKey(),
    /** A path or a web address; null if it leads to a post */
    to: text('to'),
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'cascade' }),
    /** Null for redirects that no undo may delete */
    importId: integer('import_id').references(() => siteImports.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('redirects_post').on(table.postId),
    index('redirects_import').on(table.importId),
    check('redirects_one_target', sql`num_nonnulls(${table.to}, ${table.postId}) = 1`),
  ],
)

/** An export of the whole site to download */
export const siteExports = pgTable(
  'site_exports',
  {
    id: serial('id').primaryKey(),
    state: text('state', { enum: exportStates }).notNull().default('waiting'),
    percent: integer('percent').notNull().default(0),
    /** Folder of its parts in the media store (`stored_parts`) */
    folder: text('folder'),
    /** Number of times that it was started. A crash starts it again, but not forever. */
    attempts: integer('attempts').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }),
    /** Hex */
    sha256: text('sha256'),
    counts: jsonb('counts').$type<ExportCounts>(),
    /** Why it failed, in one sentence for the user */
    problem: text('problem'),
    createdAt: createdAt(),
    startedBy: integer('started_by').references(() => users.id, { onDelete: 'set null' }),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    uniqueIndex('site_exports_one_open')
      .on(sql`(true)`)
      .where(sql`${table.state} in (${sql.raw(openExportStates.map((state) => `'${state}'`).join(', '))})`),
    checkEnum(table.state, exportStates),
  ],
)
