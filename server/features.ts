import { accounts } from './accounts/feature.ts'
import { addActivityRoutes } from './activity/activity-routes.ts'
import { sweepActivity } from './activity/sweep-activity.ts'
import { admin } from './admin/feature.ts'
import { assistant } from './assistant/feature.ts'
import { backups } from './backups/feature.ts'
import { calendar } from './calendar/feature.ts'
import { connections } from './connections/feature.ts'
import type { Queryable } from './db/connect.ts'
import { outboxMessages } from './db/schema/mail.ts'
import { people } from './entries/feature.ts'
import type { Feature } from './feature.ts'
import type { FeatureDeps, JobDeps } from './feature-deps.ts'
import { files } from './files/feature.ts'
import { forgetOldSalt } from './http/limits/daily-hash.ts'
import { sweepCounts } from './http/limits/rate-counter.ts'
import { insights } from './insights/feature.ts'
import { guests } from './invites/feature.ts'
import { type Job, type JobWork, jobWork } from './jobs/queue.ts'
import { letters } from './letters/feature.ts'
import { look } from './look/feature.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import { deliverMail, stopMails } from './mail/outbox.ts'
import { mailPersonalData } from './mail/personal-data.ts'
import { addMailRoutes } from './mail/routes.ts'
import { media } from './media/feature.ts'
import type { MediaStore } from './media/store.ts'
import { newsletter } from './newsletter/feature.ts'
import { posts } from './posts/feature.ts'
import { privacy } from './privacy/feature.ts'
import { settings } from './settings/feature.ts'
import { site } from './site/feature.ts'
import { siteContent } from './site-content/feature.ts'
import { today } from './today/feature.ts'
import { trainings } from './trainings/feature.ts'
import { transfer } from './transfer/feature.ts'
import { visits } from './visits/feature.ts'

export const cleanUpJob: Job = { name: 'clean-up', seconds: 600, cron: '7 * * * *' }

const core: Feature<FeatureDeps, JobDeps, MediaStore> = {
  routes: [addMailRoutes, addActivityRoutes],
  jobs: [
    jobWork(cleanUpJob, ({ db, media }: JobDeps) => cleanUp(db, media)),
    jobWork(deliverMail, ({ delivery, signal }: JobDeps) => delivery.deliverDue(signal)),
  ],
  sweeps: [sweepCounts, (db) => forgetOldSalt(db)],
  retention: [sweepActivity],
  usernameColumns: [outboxMessages.writtenBy],
  personal: mailPersonalData,
  restore: { stop: stopMails },
}

/** Every feature of the site. A feature comes after those to whose rows its own belong. */
export const features: Feature<FeatureDeps, JobDeps, MediaStore>[] = [
  core,
  accounts,
  media,
  files,
  look,
  visits,
  siteContent,
  settings,
  site,
  posts,
  assistant,
  guests,
  people,
  letters,
  calendar,
  newsletter,
  trainings,
  insights,
  connections,
  backups,
  transfer,
  privacy,
  today,
  admin,
]

export const jobs: JobWork<JobDeps>[] = features.flatMap(({ jobs = [] }) => jobs)
export const jobPlans = jobs.map(({ job }) => job)

/** The hooks of all features by kind of email */
export const mailHooks: MailHooks = Object.assign({}, ...features.map(({ mailHooks }) => mailHooks))

/** Deletes what has expired. Features come before those that they build on, because their rows hold pictures and files. */
export async function cleanUp(db: Queryable, media: MediaStore): Promise<void> {
  for (const { sweeps = [] } of features.toReversed()) for (const sweep of sweeps) await sweep(db, media)
}
