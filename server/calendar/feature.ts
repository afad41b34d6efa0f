import type { Feature } from '../feature.ts'
import { addFeedRoutes } from './feed/routes.ts'
import { addCalendarRoutes } from './routes.ts'

export const calendar = {
  routes: [addCalendarRoutes, addFeedRoutes],
} satisfies Feature
