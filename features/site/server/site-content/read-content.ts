import { isNotNull } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { SectionId, SiteContent } from '../../../../core/contract/site.ts'
import type { Fields, FieldValues } from '../../../../core/contract/site-content/fields.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { SiteSection } from '../../../manifest/feature.ts'
import { sanitizePost } from '../../../posts/server/rendering/sanitize.ts'
import { completeValue } from '../../contract/site-content/complete.ts'
import { siteSections } from '../../schema/site-content.ts'
import { mapRichTexts } from './map-rich-texts.ts'
import { mapSections } from './sections.ts'

/** The words and lists that are saved and not published yet, by their section */
export async function readDrafts(db: Queryable, sections: SiteSection[]): Promise<Partial<SiteContent>> {
  const rows = await db
    .select({ section: siteSections.section, value: siteSections.draft })
    .from(siteSections)
    .where(isNotNull(siteSections.draft))
  return Object.fromEntries(
    rows.flatMap((row) => {
      const section = sections.find(({ id }) => id === row.section)
      return section ? [[section.id, completeSection(section, row.value)]] : []
    }),
  )
}

/**
 * The published words and lists of the site: those that editors changed, in any version of their fields, and the
 * originals of all others
 */
export async function readContent(db: Queryable, sections: SiteSection[]): Promise<SiteContent> {
  const rows = await db
    .select({ section: siteSections.section, value: siteSections.published })
    .from(siteSections)
    .where(isNotNull(siteSections.published))
  const stored = new Map(rows.map(({ section, value }) => [section, value]))
  return mapSections(sections, (section) =>
    stored.has(section.id) ? completeSection(section, stored.get(section.id)) : section.original,
  )
}

export function completeSection<Id extends SectionId>(
  { fields, original }: SiteSection<Id>,
  stored: unknown,
): SiteContent[Id] {
  // The casts are safe: the original has the fields of the section.
  const value = completeValue(fields, stored, original as FieldValues<Fields>)
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
