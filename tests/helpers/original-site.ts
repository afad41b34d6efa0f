import type { Site } from '../../core/contract/site.ts'
import { brand } from '../../core/words/brand.ts'
import { originalContent } from '../../features/site/testing/site-sections.ts'

/** A site whose settings, words, and lists no one has changed */
export const originalSite = (publicUrl: string): Site => ({
  ...brand,
  publicUrl,
  content: originalContent,
  look: undefined,
  off: [],
  ownPages: [],
})
