import type { SiteContent } from '../../../../core/contract/site.ts'
import { orNotFound } from '../../../../core/server/http/route.ts'
import type { Feature, SiteSection } from '../../../manifest/feature.ts'
import { arrangeSections } from '../../contract/site-content/arrange-sections.ts'

/** The sections of all features, in the order of the list in Site */
export const listSections = (features: Feature[]): SiteSection[] =>
  arrangeSections<SiteSection>(features.flatMap(({ sections = [] }) => sections))

/** Finds the section with a name in an address. An unknown name responds 404, not 400. */
export const getSection = (sections: SiteSection[], name: string): SiteSection =>
  orNotFound(sections.find(({ id }) => id === name))

/** Returns the value that `read` gives for each section. */
export const mapSections = (sections: SiteSection[], read: (section: SiteSection) => unknown) =>
  Object.fromEntries(sections.map((section) => [section.id, read(section)])) as unknown as SiteContent
