import type { PublicFeature } from '../../core/web/page.ts'
import { offer } from './web/offer.tsx'

const pages = { offer }

type Listed = typeof pages
declare module '../../core/web/page.ts' {
  interface Pages extends Listed {}
}

export const publicParts = { name: 'trainings', pages } satisfies PublicFeature
