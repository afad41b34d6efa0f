import { addActivityRoutes } from '../core/server/activity/activity-routes.ts'
import { coreActions } from '../core/server/activity/record-activity.ts'
import { sweepActivity } from '../core/server/activity/sweep-activity.ts'
import type { Queryable } from '../core/server/db/connect.ts'
import { outboxMessages } from '../core/server/db/schema/mail.ts'
import { forgetOldSalt } from '../core/server/http/limits/daily-hash.ts'
import { sweepCounts } from '../core/server/http/limits/rate-counter.ts'
import { type Job, type JobPlan, type JobWork, jobWork } from '../core/server/jobs/queue.ts'
import type { MailHooks } from '../core/server/mail/mail-hooks.ts'
import { deliverMail, stopMails, testMail } from '../core/server/mail/outbox.ts'
import { mailPersonalData } from '../core/server/mail/personal-data.ts'
import { addMailRoutes } from '../core/server/mail/routes.ts'
import { accounts } from '../features/accounts/feature.ts'
import { assistant } from '../features/assistant/feature.ts'
import { backups } from '../features/backups/feature.ts'
import { calendar } from '../features/calendar/feature.ts'
import { collectPromisedDays } from '../features/calendar/server/promised-days.ts'
import { connections } from '../features/connections/feature.ts'
import { events } from '../features/events/feature.ts'
import { followUp } from '../features/follow-up/feature.ts'
import { guests } from '../features/guests/feature.ts'
import { insights } from '../features/insights/feature.ts'
import type { Feature } from '../features/manifest/feature.ts'
import { media } from '../features/media/feature.ts'
import type { MediaStore } from '../features/media/server/store.ts'
import { newsletter } from '../features/newsletter/feature.ts'
import { people } from '../features/people/feature.ts'
import { letters } from '../features/people/server/letters/feature.ts'
import { posts } from '../features/posts/feature.ts'
import { reserveAddresses } from '../features/posts/server/page-addresses.ts'
import { privacy } from '../features/privacy/feature.ts'
import { site } from '../features/site/feature.ts'
import { trainings } from '../features/trainings/feature.ts'
import { transfer } from '../features/transfer/feature.ts'
import { admin } from './admin/feature.ts'
import { today } from './admin/today-feature.ts'
import type { FeatureDeps, JobDeps } from './feature-deps.ts'
import { publicPages } from './pages/feature.ts'
import { listSitePages } from './pages/server/pages.ts'

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
  followUp,
  newsletter,
  trainings,
  events,
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

collectPromisedDays(features)
reserveAddresses(features.map(({ addresses = {} }) => addresses))

export const sitePages = listSitePages(features)

/** The hooks of all features by kind of email */
export const mailHooks: MailHooks = Object.assign({}, ...features.map(({ mailHooks }) => mailHooks))

/** Deletes what has expired. Features come before those that they build on, because their rows hold pictures and files. */
export async function cleanUp(db: Queryable, media: MediaStore): Promise<void> {
  for (const { sweeps = [] } of features.toReversed()) for (const sweep of sweeps) await sweep(db, media)
}
