import type { Feature } from '../feature.ts'
import { addSiteSettingsRoutes } from './routes.ts'

export const settings = {
  routes: [addSiteSettingsRoutes],
  settings: { organization: 'the organization', mail: 'email', topics: 'the author topics' },
} satisfies Feature
