import type { PublicFeature } from '../../core/web/page.ts'
import { certificate } from './web/certificate.tsx'
import { feedback } from './web/feedback.tsx'

const pages = { certificate, feedback }

type Listed = typeof pages
declare module '../../core/web/page.ts' {
  interface Pages extends Listed {}
}

export const publicParts = { name: 'follow-up', pages } satisfies PublicFeature
