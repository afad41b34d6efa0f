import { features } from '../../../app/features.ts'
import type { SectionId } from '../../../core/contract/site.ts'
import type { SiteSection } from '../../manifest/feature.ts'
import { listSections, mapSections } from '../server/site-content/sections.ts'

/** The sections of all features, in the order of the list in Site */
export const allSections = listSections(features)
export const sectionIds = allSections.map(({ id }) => id)
type Sections = { [Id in SectionId]: SiteSection<Id> }
export const sections = mapSections(allSections, (section) => section) as unknown as Sections
/** The words and lists that no one has changed */
export const originalContent = mapSections(allSections, ({ original }) => original)
