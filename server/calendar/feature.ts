import type { Feature } from '../feature.ts'
import { addFeedRoutes } from './feed/routes.ts'
import { calendarPersonalData } from './personal-data.ts'
import { addCalendarRoutes } from './routes.ts'

export const calendar = {
  routes: [addCalendarRoutes, addFeedRoutes],
  personal: calendarPersonalData,
} satisfies Feature
