import type { Database } from '../db/connect.ts'
import { activity } from '../db/schema/activity.ts'
import { aiActions } from '../db/schema/assistant.ts'
import { contactSubmissions, personNotes, trainingWaitlist } from '../db/schema/entries.ts'
import { files } from '../db/schema/files.ts'
import { countedButtons } from '../db/schema/insights.ts'
import { authorInvites } from '../db/schema/invites.ts'
import { outboxMessages } from '../db/schema/mail.ts'
import { media } from '../db/schema/media.ts'
import { newsletterSubscriptions } from '../db/schema/newsletter.ts'
import { blogPosts, postRevisions, postSlugs, postTranscripts } from '../db/schema/posts.ts'
import { deletionLedger, foreignDeletions, foreignLedgers } from '../db/schema/privacy.ts'
import { settings } from '../db/schema/settings.ts'
import { siteSectionRevisions, siteSections } from '../db/schema/site-content.ts'
import { planAnswers } from '../db/schema/trainings.ts'
import { importItems, redirects } from '../db/schema/transfer.ts'
import { type ScratchTables, withScratchTables } from '../db/scratch-tables.ts'
import type { ImportRun } from './import-run.ts'

/** The tables that an import writes to. What it only adds to needs no rows in a dry run. */
const writtenTables: ScratchTables = {
  copied: [
    // An import never reads the text of another post, which would take most of the time and space.
    { table: blogPosts, blank: ['content'] },
    ...[
      ...[postSlugs, redirects, importItems, media, files, siteSections, settings, authorInvites],
      ...[trainingWaitlist, planAnswers, contactSubmissions, personNotes, newsletterSubscriptions],
      ...[deletionLedger, foreignLedgers, foreignDeletions],
    ].map((table) => ({ table })),
  ],
  empty: [
    ...[postRevisions, postTranscripts, siteSectionRevisions, aiActions, countedButtons],
    ...[activity, outboxMessages],
  ],
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
