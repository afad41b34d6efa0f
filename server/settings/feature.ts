import type { Feature } from '../feature.ts'
import { addSiteSettingsRoutes } from './routes.ts'
import { addSwitchRoutes, switchActions } from './switches.ts'

export const settings = {
  routes: [addSiteSettingsRoutes, addSwitchRoutes],
  actions: switchActions,
  settings: { organization: 'the organization', mail: 'email', topics: 'the author topics' },
} satisfies Feature
