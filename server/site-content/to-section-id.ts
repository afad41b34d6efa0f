import { type SectionId, sectionIds } from '../../contracts/site-content/sections.ts'
import { orNotFound } from '../http/route.ts'

/** Parses the name of a section in an address. An unknown name responds 404, not 400. */
export function toSectionId(name: string): SectionId {
  return orNotFound(sectionIds.find((known) => known === name))
}
