import { blankValues } from './complete.ts'
import { type Section, sectionGroups } from './section.ts'

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
