import { isNotNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { completeValue } from '../../contracts/site-content/complete.ts'
import type { FieldValues } from '../../contracts/site-content/fields.ts'
import {
  type SectionId,
  type SiteContent,
  sectionFields,
  sectionIds,
} from '../../contracts/site-content/sections.ts'
import type { Queryable } from '../db/connect.ts'
import { siteSections } from '../db/schema/site-content.ts'
import { sanitizePost } from '../posts/rendering/sanitize.ts'
import { mapRichTexts } from './map-rich-texts.ts'
import { originalContent } from './original-content.ts'

/** The published words and lists of the site: those that editors changed, and the originals of all others */
export async function readContent(db: Queryable): Promise<SiteContent> {
  const rows = await db
    .select({ section: siteSections.section, value: siteSections.published })
    .from(siteSections)
    .where(isNotNull(siteSections.published))
  return toContent(new Map(rows.map(({ section, value }) => [section, value])))
}

/** Completes stored values of sections, in any version of their fields. Sections without a value are original. */
export function toContent(stored: ReadonlyMap<string, unknown>): SiteContent {
  const entries = sectionIds.map((id) => [
    id,
    stored.has(id) ? completeSection(id, stored.get(id)) : originalContent[id],
  ])
  return Object.fromEntries(entries) as SiteContent
}

export function completeSection<Id extends SectionId>(id: Id, stored: unknown): SiteContent[Id] {
  const fields: (typeof sectionFields)[Id] = sectionFields[id]
  const original = originalContent[id] as FieldValues<typeof fields>
  const value = completeValue(fields, stored, original)
  return mapRichTexts(fields, value, sanitizeAgain) as SiteContent[Id]
}

const sanitized = new LRUCache<string, string>({ max: 10 })

/** Sanitizes HTML that was stored by any version, perhaps under older rules. Results are kept, because long texts take long. */
function sanitizeAgain(html: string): string {
  const known = sanitized.get(html)
  if (known !== undefined) return known
  const clean = sanitizePost(html).trim()
  sanitized.set(html, clean)
  return clean
}
