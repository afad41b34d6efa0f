import { lookFields } from '../look/look.ts'
import type { Fields, FieldValues } from './fields.ts'
import { homeSections } from './home-sections.ts'
import { pageSections } from './page-sections.ts'

/** Everything on the public site that editors can change in the admin, section by section */
export const sectionFields = { look: lookFields, ...homeSections, ...pageSections } satisfies Record<
  string,
  Fields
>

export type SectionId = keyof typeof sectionFields

/** The words and lists of the public site */
export type SiteContent = { [Id in SectionId]: FieldValues<(typeof sectionFields)[Id]> }

/** The movable sections of the home page */
export type HomeSection = SiteContent['homeLayout']['sections'][number]['part']

export type Service = SiteContent['services']['list'][number]
export type App = SiteContent['apps']['list'][number]
export type Insight = SiteContent['insights']['list'][number]

export const sectionIds = Object.keys(sectionFields) as SectionId[]
