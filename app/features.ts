import { accounts } from './accounts/feature.ts'
import { addActivityRoutes } from './activity/activity-routes.ts'
import { coreActions } from './activity/record-activity.ts'
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
import { media } from './files/feature.ts'
import { forgetOldSalt } from './http/limits/daily-hash.ts'
import { sweepCounts } from './http/limits/rate-counter.ts'
import { insights } from './insights/feature.ts'
import { guests } from './invites/feature.ts'
import { type Job, type JobPlan, type JobWork, jobWork } from './jobs/queue.ts'
import { letters } from './letters/feature.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import { deliverMail, stopMails, testMail } from './mail/outbox.ts'
import { mailPersonalData } from './mail/personal-data.ts'
import { addMailRoutes } from './mail/routes.ts'
import type { MediaStore } from './media/store.ts'
import { newsletter } from './newsletter/feature.ts'
import { posts } from './posts/feature.ts'
import { reserveAddresses } from './posts/page-addresses.ts'
import { privacy } from './privacy/feature.ts'
import { site } from './settings/feature.ts'
import { publicPages } from './site/feature.ts'
import { listSitePages } from './site/pages.ts'
import { today } from './today/feature.ts'
import { trainings } from './trainings/feature.ts'
import { transfer } from './transfer/feature.ts'

export const cleanUpJob: Job = { name: 'clean-up', seconds: 600, cron: '7 * * * *' }

const core: Feature<FeatureDeps, JobDeps, MediaStore> = {
  routes: [addMailRoutes, addActivityRoutes],
  mailKinds: [testMail],
  jobs: [
    jobWork(cleanUpJob, ({ db, media }: JobDeps) => cleanUp(db, media)),
    jobWork(deliverMail, ({ delivery, signal }: JobDeps) => delivery.deliverDue(signal)),
  ],
  sweeps: [sweepCounts, (db) => forgetOldSalt(db)],
  retention: [sweepActivity],
  actions: coreActions,
  usernameColumns: [outboxMessages.writtenBy],
  personal: mailPersonalData,
  restore: { stop: stopMails },
}

/** Every feature of the site. A feature comes after those to whose rows its own belong. */
export const features: Feature<FeatureDeps, JobDeps, MediaStore>[] = [
  core,
  accounts,
  media,
  site,
  publicPages,
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
export const jobPlans: JobPlan[] = features.flatMap(({ jobs = [], optional }) =>
  jobs.map(({ job }) => ({ ...job, feature: optional?.name })),
)

reserveAddresses(features.flatMap(({ addresses = [] }) => addresses))

export const sitePages = listSitePages(features)

/** The hooks of all features by kind of email */
export const mailHooks: MailHooks = Object.assign({}, ...features.map(({ mailHooks }) => mailHooks))

/** Deletes what has expired. Features come before those that they build on, because their rows hold pictures and files. */
export async function cleanUp(db: Queryable, media: MediaStore): Promise<void> {
  for (const { sweeps = [] } of features.toReversed()) for (const sweep of sweeps) await sweep(db, media)
}
