import type { Database } from '../db/connect.ts'
import { files } from '../db/schema/files.ts'
import { media } from '../db/schema/media.ts'
import { blogPosts, postRevisions, postSlugs } from '../db/schema/posts.ts'
import { siteSectionRevisions, siteSections } from '../db/schema/site-content.ts'
import { importItems, redirects } from '../db/schema/transfer.ts'
import { type ScratchTables, withScratchTables } from '../db/scratch-tables.ts'
import type { ImportRun } from './import-run.ts'

/** The tables that an import writes to. What it only adds to needs no rows in a dry run. */
const writtenTables: ScratchTables = {
  copied: [
    // An import never reads the text of another post, which would take most of the time and space.
    { table: blogPosts, blank: ['content'] },
    ...[postSlugs, redirects, importItems, media, files, siteSections].map((table) => ({ table })),
  ],
  empty: [postRevisions, siteSectionRevisions],
}

/** Runs `work` as an import would, on temporary copies of the tables, and without storing files. */
export function runDry<Result>(
  connectionString: string,
  run: ImportRun,
  work: (run: ImportRun) => Promise<Result>,
): Promise<Result> {
  return withScratchTables(connectionString, writtenTables, (db: Database) =>
    work({ ...run, db, media: { ...run.media, writing: 'skipped' } }),
  )
}
