import type { PublicFeature } from '../../core/web/page.ts'
import { event, eventRetry } from './web/event-page.tsx'
import { events, NextDates } from './web/events-page.tsx'
import { registration } from './web/registration-page.tsx'

const pages = { events, event, eventRetry, registration }

type Listed = typeof pages
declare module '../../core/web/page.ts' {
  interface Pages extends Listed {}
}

export const publicParts = {
  name: 'events',
  pages,
  homeParts: { nextDates: NextDates },
} satisfies PublicFeature
