import { paths } from '../../contracts/paths.ts'
import { newsletterIssues } from '../db/schema/newsletter.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { deliverNewsletters } from '../mail/mail-jobs.ts'
import { newsletterMailHooks } from './mail-hooks.ts'
import { addNewsletterPages } from './pages.ts'
import { listNewsletterEvents } from './person-events.ts'
import { newsletterPersonalData } from './personal-data.ts'
import { newsletterRestore } from './restore.ts'
import { addNewsletterRoutes } from './routes.ts'
import { sendNewsletters } from './send-newsletters.ts'
import { sweepConfirmations } from './subscriptions.ts'

export const newsletter = {
  routes: [addNewsletterPages, addNewsletterRoutes],
  jobs: [jobWork(deliverNewsletters, sendNewsletters)],
  sweeps: [sweepConfirmations],
  mailHooks: newsletterMailHooks,
  personEvents: listNewsletterEvents,
  adminPaths: [paths.adminNewsletter],
  usernameColumns: [newsletterIssues.startedBy],
  personal: newsletterPersonalData,
  restore: newsletterRestore,
} satisfies Feature
