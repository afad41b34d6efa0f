import type { Fields } from '../../../../core/contract/site-content/fields.ts'
import type { PreviewPage } from './section-api.ts'

/** Where a section is: in the admin's list, and on a page */
export type Place = {
  title: string
  /** In words for the list of sections */
  about: string
  group: 'Every page' | 'Home page' | 'Other pages'
  /** Sections with a lower number come first; 0 by default */
  position?: number
  /** The same in their group of the admin's list, where it differs */
  inGroup?: number
  /** Its name as a movable part of the home page, if it is one */
  homePart?: string
  /** The page on which the form previews it */
  page: PreviewPage
  /** Other pages on which the form can preview it */
  otherPages?: readonly PreviewPage[]
  /** Selector of the section on that page, for scrolling to it */
  selector?: string | undefined
}

/** A part of the public site that editors can change */
export type Section<Id extends string = string, Inner extends Fields = Fields> = Place & {
  id: Id
  fields: Inner
}

export const defineSection = <const Id extends string, const Inner extends Fields>(
  id: Id,
  place: Place,
  fields: Inner,
): Section<Id, Inner> => ({ ...place, id, fields })

export function onEveryPage(title: string, about: string, selector?: string): Place {
  return { group: 'Every page', page: 'home', title, about, selector }
}

export function onHome(title: string, about: string, selector?: string, homePart?: string): Place {
  return { group: 'Home page', page: 'home', title, about, selector, homePart }
}

export function onPage(page: PreviewPage, title: string, about: string, position = 0): Place {
  return { group: 'Other pages', page, title, about, position }
}

/** True if a page can show a section. */
export const isOnPage = ({ group, page, otherPages = [] }: Place, shown: PreviewPage) =>
  group === 'Every page' || page === shown || otherPages.includes(shown)

/** Selector of a section on a page. A page whose words are one section has no other. */
export const selectorOn = (section: Place, page: PreviewPage): string | undefined =>
  isOnPage(section, page)
    ? (section.selector ?? (section.group === 'Other pages' ? 'main' : undefined))
    : undefined
