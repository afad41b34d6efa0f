import type { PublicFeature } from '../page.ts'
import { offer } from './offer.tsx'

const pages = { offer }

type Listed = typeof pages
declare module '../page.ts' {
  interface Pages extends Listed {}
}

export const publicParts = { name: 'trainings', pages } satisfies PublicFeature
