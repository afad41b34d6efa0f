import { expect, test } from 'vitest'
import { sectionGroups } from './section-places.ts'
import { sectionIds } from './sections.ts'

test('every section is in the list', () => {
  expect(sectionGroups.flatMap(({ sections }) => sections).sort()).toEqual([...sectionIds].sort())
})
