import type { Feature } from '../feature.ts'
import { addSiteSettingsRoutes } from './routes.ts'
import { addSwitchRoutes } from './switches.ts'

export const settings = {
  routes: [addSiteSettingsRoutes, addSwitchRoutes],
} satisfies Feature
