import type { Feature } from '../feature.ts'
import { letterMailHooks } from './mail-hooks.ts'
import { addLetterRoutes } from './routes.ts'

export const letters = {
  routes: [addLetterRoutes],
  mailHooks: letterMailHooks,
} satisfies Feature
