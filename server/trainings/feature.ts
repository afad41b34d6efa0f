import { trainingPaths } from '../../contracts/trainings.ts'
import type { Queryable } from '../db/connect.ts'
import { trainingTasks } from '../db/schema/trainings.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { remindersJob, sendReminders } from './booked/send-reminders.ts'
import { listEvents, promisedDays } from './calendar/promised-days.ts'
import { addOfferPage } from './client-page/routes.ts'
import { trainingMailHooks } from './mails/mail-hooks.ts'
import { lapseOffers, lapseOffersJob } from './offers/lapse-offers.ts'
import { offerLetters } from './offers/offer-link.ts'
import { findPause } from './pause.ts'
import { trainingPersonalData } from './personal-data.ts'
import { addPlannerRoutes } from './planner/routes.ts'
import { trainingRestore } from './restore.ts'
import { addTrainingRoutes } from './routes.ts'
import { requireFreeStatus } from './status-label.ts'
import { trainingInsights } from './training-insights.ts'
import { readTrainingsToday } from './trainings-today.ts'

export const trainings = {
  routes: [addTrainingRoutes, addPlannerRoutes, addOfferPage],
  jobs: [jobWork(lapseOffersJob, lapseOffers), jobWork(remindersJob, sendReminders)],
  mailHooks: trainingMailHooks,
  today: readTrainingsToday,
  unread: async (db: Queryable) => ({ trainingsPaused: (await findPause(db)) !== undefined }),
  insights: trainingInsights,
  letterFields: offerLetters,
  requireFreeStatus,
  calendar: { promisedDays, listEvents },
  adminPaths: [trainingPaths.admin],
  usernameColumns: [trainingTasks.doneBy],
  personal: trainingPersonalData,
  restore: trainingRestore,
} satisfies Feature
