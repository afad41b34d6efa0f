import { sql } from 'drizzle-orm'
import type { Queryable } from '../../core/server/db/connect.ts'
import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { newsletterPaths } from './contract/newsletter-paths.ts'
import { newsletterBoxSection, newsletterPageNames } from './contract/newsletter-words.ts'
import { newsletterIssues, newsletterSubscriptions } from './schema.ts'
import { newsletterActions } from './server/actions.ts'
import { readSubscribers } from './server/export-subscribers.ts'
import { deliverNewsletters, isUnfinished, refuseUndo } from './server/issues.ts'
import { newsletterMailHooks } from './server/mail-hooks.ts'
import { readNewsletterToday } from './server/newsletter-news.ts'
import { addNewsletterPages, addSubscriptionPages, signUpPage } from './server/pages.ts'
import { listNewsletterEvents } from './server/person-events.ts'
import { newsletterPersonalData } from './server/personal-data.ts'
import { newsletterRestore } from './server/restore.ts'
import { addNewsletterRoutes } from './server/routes.ts'
import { newsletterMail, sendNewsletters } from './server/send-newsletters.ts'
import { confirmationMail, sweepConfirmations } from './server/subscriptions.ts'
import { newsletterBox } from './words/newsletter.ts'

export const newsletter = {
  optional: {
    name: 'newsletter',
    label: 'Newsletter',
    about: 'Sends posts to people who subscribe on your site.',
    countOpen: async (db: Queryable) => ({
      'unfinished newsletter': await db.$count(newsletterIssues, isUnfinished),
    }),
  },
  today: { read: readNewsletterToday },
  routes: [addNewsletterPages, addNewsletterRoutes],
  lastingRoutes: [addSubscriptionPages],
  jobs: [jobWork(deliverNewsletters, sendNewsletters)],
  sweeps: [sweepConfirmations],
  pages: [signUpPage],
  addresses: newsletterPaths,
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
