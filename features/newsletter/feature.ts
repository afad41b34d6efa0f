import { sql } from 'drizzle-orm'
import { newsletterBox } from '../../content/newsletter.ts'
import { newsletterPaths } from '../../contracts/newsletter-paths.ts'
import { newsletterBoxSection, newsletterPageNames } from '../../contracts/newsletter-words.ts'
import type { Queryable } from '../db/connect.ts'
import { newsletterIssues, newsletterSubscriptions } from '../db/schema/newsletter.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { newsletterActions } from './actions.ts'
import { readSubscribers } from './export-subscribers.ts'
import { deliverNewsletters, isUnfinished, refuseUndo } from './issues.ts'
import { newsletterMailHooks } from './mail-hooks.ts'
import { addNewsletterPages, addSubscriptionPages, signUpPage } from './pages.ts'
import { listNewsletterEvents } from './person-events.ts'
import { newsletterPersonalData } from './personal-data.ts'
import { newsletterRestore } from './restore.ts'
import { addNewsletterRoutes } from './routes.ts'
import { newsletterMail, sendNewsletters } from './send-newsletters.ts'
import { confirmationMail, sweepConfirmations } from './subscriptions.ts'

export const newsletter = {
  optional: {
    name: 'newsletter',
    label: 'Newsletter',
    about: 'Sends posts to people who subscribe on your site.',
    countOpen: async (db: Queryable) => ({
      'unfinished newsletter': await db.$count(newsletterIssues, isUnfinished),
    }),
  },
  routes: [addNewsletterPages, addNewsletterRoutes],
  lastingRoutes: [addSubscriptionPages],
  jobs: [jobWork(deliverNewsletters, sendNewsletters)],
  sweeps: [sweepConfirmations],
  pages: [signUpPage],
  addresses: ['newsletter'],
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
  adminPaths: [newsletterPaths.admin],
  usernameColumns: [newsletterIssues.startedBy],
  personal: newsletterPersonalData,
  restore: newsletterRestore,
  actions: newsletterActions,
  subjects: { subscriber: { label: 'Subscriber' }, issue: { label: 'Newsletter issue' } },
  mailKinds: [confirmationMail, newsletterMail],
} satisfies Feature
