import { paths } from '../../../core/contract/paths.ts'
import type { SectionId } from '../../../core/contract/site.ts'
import type { Fields, FieldValues } from '../../../core/contract/site-content/fields.ts'
import { mapTexts } from '../../../tests/helpers/map-texts.ts'
import { sitePaths } from '../contract/site-paths.ts'
import { originalContent, sections } from './site-sections.ts'

/** Sections of different sizes, each with a page that shows it */
export const markedSections = {
  hero: paths.home,
  services: paths.home,
  community: paths.home,
  footer: sitePaths.waitlist,
  contact: sitePaths.contact,
  termsOfService: paths.termsOfService,
} satisfies Partial<Record<SectionId, string>>

export type MarkedSection = keyof typeof markedSections

export const markedSectionIds = Object.keys(markedSections) as MarkedSection[]

/** A value of a section in which each text, and each paragraph of a long one, has the same number */
export function markSection(section: MarkedSection, number: number): unknown {
  const fields: Fields = sections[section].fields
  const mark = `${section}-${number}`
  const value = mapTexts(fields, originalContent[section] as FieldValues<Fields>, (_, position) =>
    position === undefined ? mark : `${mark} (${position})`,
  )
  return section === 'termsOfService' ? { ...value, text: `<p>${mark}</p>`.repeat(200) } : value
}

/** The different numbers of a section's texts on a page. A section that is entirely there has one. */
export function findMarks(section: MarkedSection, html: string): number[] {
  const marks = html.matchAll(new RegExp(`${section}-(\\d+)`, 'g'))
  return [...new Set(Array.from(marks, ([, number]) => Number(number)))]
}
