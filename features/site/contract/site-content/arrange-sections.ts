import { blankValues } from './complete.ts'
import type { Place, Section } from './section.ts'

/** Puts the sections of all features in their order, and names the movable parts in the layout of the home page. */
export function arrangeSections<S extends Section>(sections: S[]): S[] {
  const sorted = sections.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
  const parts = Object.fromEntries(sorted.flatMap(({ id, homePart }) => (homePart ? [[id, homePart]] : [])))
  return sorted.map((section) => {
    const { sections: layout } = section.fields
    if (layout?.kind !== 'order') return section
    const fields = { sections: { ...layout, parts } }
    return { ...section, fields, original: blankValues(fields) }
  })
}

const groups: Place['group'][] = ['Every page', 'Home page', 'Other pages']

/** The sections as the admin lists them, by page */
export const groupSections = (sections: Section[]) =>
  groups.map((title) => ({
    title,
    sections: sections
      .filter(({ group }) => group === title)
      .toSorted((a, b) => (a.inGroup ?? 0) - (b.inGroup ?? 0)),
  }))
