import * as z from 'zod/mini'
import type { Queryable } from '../../core/server/db/connect.ts'
import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { trainingPaths } from './contract/training-paths.ts'
import { trainingsPause } from './contract/trainings.ts'
import { trainingTasks } from './schema.ts'
import { trainingActions } from './server/actions.ts'
import { materialUses } from './server/booked/material-uses.ts'
import { remindersJob, sendReminders } from './server/booked/send-reminders.ts'
import { listEvents, promisedDays } from './server/calendar/promised-days.ts'
import { addOfferPage } from './server/client-page/routes.ts'
import { trainingMailHooks } from './server/mails/mail-hooks.ts'
import { offerMail, trainingMail } from './server/mails/mail-kinds.ts'
import { lapseOffers, lapseOffersJob } from './server/offers/lapse-offers.ts'
import { offerLetters } from './server/offers/offer-link.ts'
import { findPause } from './server/pause.ts'
import { trainingPersonalData } from './server/personal-data.ts'
import { addPlannerRoutes } from './server/planner/routes.ts'
import { trainingRestore } from './server/restore.ts'
import { addTrainingRoutes } from './server/routes.ts'
import { requireFreeStatus } from './server/status-label.ts'
import { trainingInsights } from './server/training-insights.ts'
import { countOpen, readTrainingsToday } from './server/trainings-today.ts'

export const trainings = {
  optional: {
    name: 'trainings',
    label: 'Trainings',
    about:
      'Plans training days with people on the waitlist, offers them by email, and keeps the booked ones.',
    countOpen,
  },
  routes: [addTrainingRoutes, addPlannerRoutes],
  lastingRoutes: [addOfferPage],
  addresses: trainingPaths,
  jobs: [jobWork(lapseOffersJob, lapseOffers), jobWork(remindersJob, sendReminders)],
  mailHooks: trainingMailHooks,
  today: {
    line: { trainerId: z.optional(z.nullable(z.number())) },
    fields: { paused: z.optional(z.nullable(trainingsPause)) },
    titles: {
      'other-days': 'Asked for other days',
      expiring: 'Offers about to lapse',
      drafts: 'Offers you haven’t sent',
      freed: 'Days that are free again',
      trainings: 'Trainings in the next two weeks',
      past: 'Trainings to mark as held',
      due: 'Payments that are due',
      trainers: 'Days that need another trainer',
    },
    read: readTrainingsToday,
  },
  unread: {
    fields: { trainingsPaused: z.optional(z.boolean()) },
    count: async (db: Queryable) => ({ trainingsPaused: (await findPause(db)) !== undefined }),
  },
  insights: trainingInsights,
  mediaUses: { files: materialUses },
  letterFields: offerLetters,
  requireFreeStatus,
  calendar: { promisedDays, listEvents },
  adminPaths: [trainingPaths.admin],
  usernameColumns: [trainingTasks.doneBy],
  personal: trainingPersonalData,
  restore: trainingRestore,
  actions: trainingActions,
  subjects: { offer: { label: 'Training offer' }, training: { label: 'Training' } },
  mailKinds: [offerMail, trainingMail],
} satisfies Feature
