import type { Feature } from '../feature.ts'
import { addInsightsRoutes } from './routes.ts'

export const insights = {
  routes: [addInsightsRoutes],
} satisfies Feature
