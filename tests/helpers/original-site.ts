import { brand } from '../../content/brand.ts'
import type { Site } from '../../contracts/site.ts'
import { originalContent } from './site-sections.ts'

/** A site whose settings, words, and lists no one has changed */
export const originalSite = (publicUrl: string): Site => ({
  ...brand,
  publicUrl,
  content: originalContent,
  look: undefined,
  ownPages: [],
})
