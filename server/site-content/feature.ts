import { siteSectionRevisions, siteSections } from '../db/schema/site-content.ts'
import type { Feature } from '../feature.ts'
import { ownSections } from './own-sections.ts'
import { pictureUses } from './picture-uses.ts'
import { addSectionRoutes } from './routes.ts'

export const siteContent = {
  routes: [addSectionRoutes],
  sections: ownSections,
  mediaUses: { pictures: pictureUses },
  usernameColumns: [siteSections.changedBy, siteSectionRevisions.savedBy],
} satisfies Feature
