import type { Feature } from '../feature.ts'
import { addAdminPages } from './routes.ts'
import { addUnreadRoutes } from './unread-counts.ts'

export const admin = {
  routes: [addUnreadRoutes, addAdminPages],
} satisfies Feature
