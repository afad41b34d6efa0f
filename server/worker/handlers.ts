import { sendAccountNotice } from '../accounts/account-notice.ts'
import { sweepTokens } from '../accounts/api-tokens.ts'
import { sweepPendingSignIns } from '../accounts/pending-sign-ins.ts'
import { sweepChallenges } from '../accounts/second-factor/challenges.ts'
import { sweepTotpSetups } from '../accounts/second-factor/totp.ts'
import { sweepSessions } from '../accounts/sessions.ts'
import { sweepTeamInvites } from '../accounts/team/invites.ts'
import { sweepPasswordLinks } from '../accounts/team/password-links.ts'
import { copyDeletions } from '../backups/copy-deletions.ts'
import { backUp } from '../backups/run-backup.ts'
import type { Config } from '../config.ts'
import type { ConnectionSource } from '../connected-services.ts'
import type { Database } from '../db/connect.ts'
import { sendLeadNotices } from '../entries/lead-notices.ts'
import { sweepPlanLinks } from '../entries/plan-links.ts'
import { sweepFiles } from '../files/files.ts'
import { forgetOldSalt } from '../http/limits/daily-hash.ts'
import { sweepCounts } from '../http/limits/rate-counter.ts'
import { sendLostLink } from '../invites/lost-link.ts'
import type { JobInput, JobName } from '../jobs/queue.ts'
import type { Delivery } from '../mail/delivery.ts'
import type { WriteEmail } from '../mail/email-templates.ts'
import { sweepMedia } from '../media/delete-media.ts'
import type { MediaStore } from '../media/store.ts'
import { sendNewsletters } from '../newsletter/send-newsletters.ts'
import { sweepConfirmations } from '../newsletter/subscriptions.ts'
import { sweepActions } from '../posts/disclosure.ts'
import { sweepPreviewLinks } from '../posts/writing/preview-links.ts'
import { resanitizePosts } from '../posts/writing/resanitize.ts'
import { emptyTrash } from '../posts/writing/trash.ts'
import { sendDataLink } from '../privacy/data-links.ts'
import { applyRetention } from '../privacy/retention.ts'
import { sendMondayEmail } from '../today/monday-email.ts'
import { sendReminders } from '../trainings/booked/send-reminders.ts'
import { lapseOffers } from '../trainings/offers/lapse-offers.ts'
import { exportSite } from '../transfer/export/run-export.ts'
import { sweepExports } from '../transfer/export/site-exports.ts'
import { sweepParts } from '../transfer/stored-parts.ts'
import { sweepImports } from '../transfer/sweep-imports.ts'
import { continueImport } from '../transfer/work-on-import.ts'

export type JobDeps = {
  config: Config
  db: Database
  /** For jobs that need their own connection */
  connectionString: string
  media: MediaStore
  connections: ConnectionSource
  delivery: Delivery
  writeEmail: WriteEmail
  log: { error(fields: object, message: string): void }
  /** Aborted when the process has to stop. Handlers must not begin anything new then. */
  signal: AbortSignal
}

/** The handler of each job, a function from the feature that owns the job */
export const jobHandlers: {
  [Name in JobName]: (deps: JobDeps, input: JobInput[Name]) => Promise<void>
} = {
  'clean-up': ({ db, media }) => cleanUp(db, media),
  'keep-promises': ({ db }) => applyRetention(db),
  'back-up': (deps, { by }) => backUp(deps, by),
  'copy-deletions': (deps) => copyDeletions(deps),
  'resanitize-posts': ({ db, signal }) => resanitizePosts(db, signal),
  'deliver-mail': ({ delivery, signal }) => delivery.deliverDue(signal),
  'import-site': (deps) => continueImport(deps),
  'monday-email': (deps) => sendMondayEmail(deps),
  'lead-notices': (deps) => sendLeadNotices(deps),
  'lapse-offers': (deps) => lapseOffers(deps),
  'training-reminders': (deps) => sendReminders(deps),
  'data-link': sendDataLink,
  'lost-link': sendLostLink,
  'account-notice': sendAccountNotice,
  'export-site': exportSite,
  'send-newsletter': sendNewsletters,
}

/** Deletes expired sessions, unfinished sign-ins, links, and counters, unfinished uploads, old files in parts, and old posts in the trash. */
export async function cleanUp(db: Database, media: MediaStore): Promise<void> {
  await sweepSessions(db)
  await sweepTeamInvites(db)
  await sweepPasswordLinks(db)
  await sweepTokens(db)
  await sweepPendingSignIns(db)
  await sweepTotpSetups(db)
  await sweepChallenges(db)
  await sweepCounts(db)
  await forgetOldSalt(db)
  await emptyTrash(db)
  await sweepPreviewLinks(db)
  await sweepActions(db)
  await sweepConfirmations(db)
  await sweepPlanLinks(db)
  await sweepMedia(db, media)
  await sweepExports(db, media)
  await sweepFiles(db, media)
  await sweepParts(db, media)
  await sweepImports(db)
}
