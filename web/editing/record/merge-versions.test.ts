import { expect, test } from 'vitest'
import { sectionFields } from '../../../contracts/site-content/sections.ts'
import { mergeChanges } from './merge-changes.ts'

const figure = (id: string, value: string, label = 'things') => ({ id, value, label })
const base = {
  title: 'Numbers',
  button: 'Help',
  figures: [figure('a', '1'), figure('b', '2'), figure('c', '3')],
}

test('what only one has changed is kept from both, item by item', () => {
  const theirs = {
    ...base,
    button: 'Their button',
    figures: [figure('a', '1', 'theirs'), figure('b', '20'), figure('c', '3'), figure('d', '4')],
  }
  const mine = { ...base, title: 'Mine', figures: [figure('c', '3'), figure('a', '10')] }
  expect(mergeChanges(sectionFields.stats, { base, theirs, mine })).toEqual({
    title: 'Mine',
    button: 'Their button',
    // Removed here, but changed there: the figure stays.
    figures: [figure('c', '3'), figure('a', '10', 'theirs'), figure('b', '20'), figure('d', '4')],
  })
})

test('of what both have changed, mine is kept, and what was removed stays away', () => {
  const theirs = { ...base, title: 'Theirs', figures: [figure('a', '1')] }
  const mine = { ...base, title: 'Mine', figures: [figure('a', '1'), figure('b', '2'), figure('c', '30')] }
  expect(mergeChanges(sectionFields.stats, { base, theirs, mine })).toEqual({
    ...base,
    title: 'Mine',
    figures: [figure('a', '1'), figure('c', '30')],
  })
})
