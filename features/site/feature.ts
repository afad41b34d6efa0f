import { deletionDays } from '../../content/legal/retention.ts'
import { siteSectionRevisions, siteSections } from '../db/schema/site-content.ts'
import type { Feature } from '../feature.ts'
import { addLookRoutes } from '../look/routes.ts'
import { ownSections } from '../site-content/own-sections.ts'
import { pictureUses } from '../site-content/picture-uses.ts'
import { addSectionRoutes } from '../site-content/routes.ts'
import { siteActions } from '../site-content/section-store.ts'
import { forgetClickDetails } from '../visits/clicks.ts'
import { addClickRoutes, addViewRoutes } from '../visits/routes.ts'
import { addSiteSettingsRoutes } from './routes.ts'
import { addSwitchRoutes, switchActions } from './switches.ts'

export const site = {
  routes: [
    addLookRoutes,
    addViewRoutes,
    addClickRoutes,
    addSectionRoutes,
    addSiteSettingsRoutes,
    addSwitchRoutes,
  ],
  actions: { ...siteActions, ...switchActions },
  settings: { organization: 'the organization', mail: 'email', topics: 'the author topics' },
  retention: [(db) => forgetClickDetails(db, deletionDays)],
  sections: ownSections,
  mediaUses: { pictures: pictureUses },
  usernameColumns: [siteSections.changedBy, siteSectionRevisions.savedBy],
} satisfies Feature
