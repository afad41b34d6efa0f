import { sendAccountNotice } from '../accounts/account-notice.ts'
import { copyDeletions } from '../backups/copy-deletions.ts'
import { backUp } from '../backups/run-backup.ts'
import type { Config } from '../config.ts'
import type { ConnectionSource } from '../connected-services.ts'
import type { Database } from '../db/connect.ts'
import { sendLeadNotices } from '../entries/lead-notices.ts'
import { sendLostLink } from '../invites/lost-link.ts'
import type { JobInput, JobName } from '../jobs/queue.ts'
import type { Delivery } from '../mail/delivery.ts'
import type { WriteEmail } from '../mail/email-templates.ts'
import type { MediaStore } from '../media/store.ts'
import { sendNewsletters } from '../newsletter/send-newsletters.ts'
import { resanitizePosts } from '../posts/writing/resanitize.ts'
import { sendDataLink } from '../privacy/data-links.ts'
import { applyRetention } from '../privacy/retention.ts'
import { sendMondayEmail } from '../today/monday-email.ts'
import { sendReminders } from '../trainings/booked/send-reminders.ts'
import { lapseOffers } from '../trainings/offers/lapse-offers.ts'
import { exportSite } from '../transfer/export/run-export.ts'
import { continueImport } from '../transfer/work-on-import.ts'
import { cleanUp } from './clean-up.ts'

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
