import { sql } from 'drizzle-orm'
import { newsletterBox } from '../../content/newsletter.ts'
import { newsletterBoxSection, newsletterPageNames } from '../../contracts/newsletter-words.ts'
import { paths } from '../../contracts/paths.ts'
import { newsletterIssues, newsletterSubscriptions } from '../db/schema/newsletter.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { readSubscribers } from './export-subscribers.ts'
import { deliverNewsletters, refuseUndo } from './issues.ts'
import { newsletterMailHooks } from './mail-hooks.ts'
import { addNewsletterPages, signUpPage } from './pages.ts'
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
  pages: [signUpPage],
  sections: [{ ...newsletterBoxSection, original: newsletterBox }],
  mailHooks: newsletterMailHooks,
  refuseUndo,
  exportTables: [
    {
      path: 'subscribers.csv',
      about: "the newsletter's subscribers, what they agreed to, and those who unsubscribed",
      counts: 'subscribers',
      read: readSubscribers,
    },
  ],
  insights: {
    pageNames: newsletterPageNames,
    signUps: [
      {
        form: 'newsletter',
        label: 'Newsletter',
        table: newsletterSubscriptions,
        at: sql`subscribed_at`,
        isCounted: sql`source is distinct from 'import'`,
      },
    ],
  },
  personEvents: listNewsletterEvents,
  adminPaths: [paths.adminNewsletter],
  usernameColumns: [newsletterIssues.startedBy],
  personal: newsletterPersonalData,
  restore: newsletterRestore,
} satisfies Feature
