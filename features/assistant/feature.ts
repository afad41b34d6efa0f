import type { Feature } from '../manifest/feature.ts'
import { addAiSettingsRoutes } from './server/ai-settings-routes.ts'
import { addDraftRoutes } from './server/draft-routes.ts'
import { addAssistantRoutes } from './server/routes.ts'

export const assistant = {
  routes: [addAssistantRoutes, addDraftRoutes, addAiSettingsRoutes],
  settings: { ai: 'AI' },
} satisfies Feature
