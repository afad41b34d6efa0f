import type { Feature } from '../../features/manifest/feature.ts'
import { addAdminPages } from './server/routes.ts'
import { addUnreadRoutes } from './server/unread-counts.ts'

export const admin = {
  routes: [addUnreadRoutes, addAdminPages],
} satisfies Feature
