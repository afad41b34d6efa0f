import type { Feature } from '../feature.ts'
import { addAiSettingsRoutes } from './ai-settings-routes.ts'
import { addDraftRoutes } from './draft-routes.ts'
import { addAssistantRoutes } from './routes.ts'

export const assistant = {
  routes: [addAssistantRoutes, addDraftRoutes, addAiSettingsRoutes],
  settings: { ai: 'AI' },
} satisfies Feature
