import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { type MondayDeps, mondayEmailJob, mondayMail, sendMondayEmail } from './monday-email.ts'
import { addTodayRoutes } from './today-routes.ts'

export const today = {
  routes: [addTodayRoutes],
  jobs: [jobWork(mondayEmailJob, (deps: MondayDeps) => sendMondayEmail(deps))],
  settings: { today: 'the Monday email' },
  mailKinds: [mondayMail],
} satisfies Feature
