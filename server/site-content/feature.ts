import type { Feature } from '../feature.ts'
import { addSectionRoutes } from './routes.ts'

export const siteContent = {
  routes: [addSectionRoutes],
} satisfies Feature
