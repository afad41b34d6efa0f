import type { Feature } from '../feature.ts'
import { addPreviewRoutes } from './preview-routes.ts'
import { addSitePages } from './routes.ts'
import { addSectionPreview } from './section-preview.ts'
import { addSiteFiles } from './site-files.ts'
import { addSocialPreview } from './social-preview.ts'

export const publicPages = {
  routes: [addSiteFiles, addSitePages, addPreviewRoutes, addSectionPreview, addSocialPreview],
} satisfies Feature
