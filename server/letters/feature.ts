import type { Feature } from '../feature.ts'
import { letterMailHooks } from './mail-hooks.ts'
import { addLetterRoutes } from './routes.ts'
import { letterMail } from './send-letter.ts'

export const letters = {
  routes: [addLetterRoutes],
  mailHooks: letterMailHooks,
  mailKinds: [letterMail],
} satisfies Feature
