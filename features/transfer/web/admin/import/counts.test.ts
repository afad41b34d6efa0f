import { expect, test } from 'vitest'
import { isUnchanged } from './counts.tsx'

test('an import that adds anything, even only people, is not unchanged', () => {
  expect(isUnchanged({ unchanged: 12, pictures: 0, notes: 5, missingPictures: 1 })).toBe(true)
  expect(isUnchanged({ unchanged: 12, posts: 1 })).toBe(false)
  expect(isUnchanged({ unchanged: 12, people: 3 })).toBe(false)
  expect(isUnchanged({ unchanged: 12, redirects: 1 })).toBe(false)
  expect(isUnchanged({})).toBe(false)
})
