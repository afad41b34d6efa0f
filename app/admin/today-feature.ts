import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../../features/manifest/feature.ts'
import { type MondayDeps, mondayEmailJob, mondayMail, sendMondayEmail } from './server/today/monday-email.ts'
import { addTodayRoutes } from './server/today/today-routes.ts'

export const today = {
  routes: [addTodayRoutes],
  jobs: [jobWork(mondayEmailJob, (deps: MondayDeps) => sendMondayEmail(deps))],
  settings: { today: 'the Monday email' },
  mailKinds: [mondayMail],
} satisfies Feature
