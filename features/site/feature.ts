import { deletionDays } from '../../core/words/legal/retention.ts'
import type { Feature } from '../manifest/feature.ts'
import { sitePaths } from './contract/site-paths.ts'
import { siteSectionRevisions, siteSections } from './schema/site-content.ts'
import { addLookRoutes } from './server/look/routes.ts'
import { addSiteSettingsRoutes } from './server/settings/routes.ts'
import { addSwitchRoutes, switchActions } from './server/settings/switches.ts'
import { ownSections } from './server/site-content/own-sections.ts'
import { pictureUses } from './server/site-content/picture-uses.ts'
import { addSectionRoutes } from './server/site-content/routes.ts'
import { siteActions } from './server/site-content/section-store.ts'
import { forgetClickDetails } from './server/visits/clicks.ts'
import { addClickRoutes, addViewRoutes } from './server/visits/routes.ts'

export const site = {
  addresses: sitePaths,
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
  siteParts: [
    {
      name: 'apps',
      label: 'Apps',
      about: 'The apps page, its section on the home page, and its link in the menu.',
    },
    {
      name: 'community',
      label: 'Community',
      about: 'The section and the buttons that lead to your community.',
    },
  ],
  mediaUses: { pictures: pictureUses },
  usernameColumns: [siteSections.changedBy, siteSectionRevisions.savedBy],
} satisfies Feature
