import type { Feature } from '../manifest/feature.ts'
import { eventPaths } from './contract/event-paths.ts'

export const events = {
  addresses: eventPaths,
  adminPaths: [eventPaths.admin],
} satisfies Feature
