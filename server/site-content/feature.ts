import type { Feature } from '../feature.ts'
import { pictureUses } from './picture-uses.ts'
import { addSectionRoutes } from './routes.ts'

export const siteContent = {
  routes: [addSectionRoutes],
  mediaUses: { pictures: pictureUses },
} satisfies Feature
