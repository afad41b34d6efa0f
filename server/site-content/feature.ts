import { siteSectionRevisions, siteSections } from '../db/schema/site-content.ts'
import type { Feature } from '../feature.ts'
import { addSectionRoutes } from './routes.ts'

export const siteContent = {
  routes: [addSectionRoutes],
  usernameColumns: [siteSections.changedBy, siteSectionRevisions.savedBy],
} satisfies Feature
