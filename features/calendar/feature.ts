import type { Feature } from '../manifest/feature.ts'
import { calendarPaths } from './contract/calendar-paths.ts'
import { calendarActions } from './server/actions.ts'
import { addFeedRoutes } from './server/feed/routes.ts'
import { calendarPersonalData } from './server/personal-data.ts'
import { addCalendarRoutes } from './server/routes.ts'

export const calendar = {
  addresses: calendarPaths,
  routes: [addCalendarRoutes, addFeedRoutes],
  personal: calendarPersonalData,
  actions: calendarActions,
} satisfies Feature
