import { expect, test } from 'vitest'
import { findParagraph } from './find-paragraph.ts'

const text = [
  'Ask before you paste.',
  'Most free tools keep what you type.',
  'Ask before you paste.',
  'Thank you.',
]

test('a comment finds its paragraph after the text has changed', () => {
  const comment = { paragraph: 1, quote: 'Most free tools keep what you type.' }
  expect(findParagraph(text, comment)).toBe(1)
  expect(findParagraph(['A new start.', ...text], comment)).toBe(2)
  expect(
    findParagraph([text[0] ?? '', 'Most of the free tools keep all of what you type in.'], comment),
  ).toBe(1)
  expect(findParagraph([...text].toSpliced(1, 1), comment)).toBeUndefined()
})

test('of two paragraphs with the same words, the nearest is chosen', () => {
  expect(findParagraph(text, { paragraph: 0, quote: 'Ask before you paste.' })).toBe(0)
  expect(findParagraph(text, { paragraph: 3, quote: 'Ask before you paste.' })).toBe(2)
})
