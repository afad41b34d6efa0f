import { deletionDays } from '../../content/legal/retention.ts'
import type { Feature } from '../feature.ts'
import { forgetClickDetails } from './clicks.ts'
import { addClickRoutes, addViewRoutes } from './routes.ts'

export const visits = {
  routes: [addViewRoutes, addClickRoutes],
  retention: [(db) => forgetClickDetails(db, deletionDays)],
} satisfies Feature
