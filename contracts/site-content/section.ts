import { blankValues } from './complete.ts'
import type { Fields } from './fields.ts'
import type { PreviewPage } from './section-api.ts'

export const sectionGroups = ['Every page', 'Home page', 'Other pages'] as const

/** A part of the public site that editors can change, and its place in the admin's list */
export type Section = {
  id: string
  fields: Fields
  title: string
  /** Where the section is, in words for the list of sections */
  about: string
  group: (typeof sectionGroups)[number]
  /** Sections with a lower number come first in their group; 0 by default */
  position?: number
  /** Its name as a movable part of the home page, if it is one */
  homePart?: string
  /** The page on which the form previews it */
  page: PreviewPage
  /** Other pages on which the form can preview it */
  otherPages?: readonly PreviewPage[]
  /** Selector of the section on that page, for scrolling to it */
  selector?: string | undefined
}

export const onEveryPage = (title: string, about: string, selector?: string) =>
  ({ group: 'Every page', page: 'home', title, about, selector }) as const
export const onHome = (title: string, about: string, selector?: string) =>
  ({ group: 'Home page', page: 'home', title, about, selector }) as const
export const onPage = (page: PreviewPage, title: string, about: string, position = 0) =>
  ({ group: 'Other pages', page, title, about, position }) as const

/** Puts the sections of all features in the order of the list, and names the movable parts in the layout of the home page. */
export function arrangeSections<S extends Section>(sections: S[]): S[] {
  const sorted = sections.toSorted(
    (a, b) =>
      sectionGroups.indexOf(a.group) - sectionGroups.indexOf(b.group) ||
      (a.position ?? 0) - (b.position ?? 0),
  )
  const parts = Object.fromEntries(sorted.flatMap(({ id, homePart }) => (homePart ? [[id, homePart]] : [])))
  return sorted.map((section) => {
    const { sections: layout } = section.fields
    if (layout?.kind !== 'order') return section
    const fields = { sections: { ...layout, parts } }
    return { ...section, fields, original: blankValues(fields) }
  })
}
