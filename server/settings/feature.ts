import type { Feature } from '../feature.ts'
import { addSiteSettingsRoutes } from './routes.ts'

export const settings = {
  routes: [addSiteSettingsRoutes],
} satisfies Feature
