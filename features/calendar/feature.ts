import type { Feature } from '../feature.ts'
import { calendarActions } from './actions.ts'
import { addFeedRoutes } from './feed/routes.ts'
import { calendarPersonalData } from './personal-data.ts'
import { addCalendarRoutes } from './routes.ts'

export const calendar = {
  routes: [addCalendarRoutes, addFeedRoutes],
  personal: calendarPersonalData,
  actions: calendarActions,
} satisfies Feature
