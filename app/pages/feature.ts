import type { Feature } from '../../features/manifest/feature.ts'
import { addSiteFiles } from '../../features/site/server/files/site-files.ts'
import { addPreviewRoutes } from './server/preview-routes.ts'
import { addSitePages } from './server/routes.ts'
import { addSectionPreview } from './server/section-preview.ts'
import { addSocialPreview } from './server/social-preview.ts'

export const publicPages = {
  routes: [addSiteFiles, addSitePages, addPreviewRoutes, addSectionPreview, addSocialPreview],
} satisfies Feature
