import { expect, test } from 'vitest'
import { giveHints } from './hints.tsx'

const plain = { headings: 1, picturesWithoutWords: 0 }

test('a plain text gets no hints', () => {
  expect(giveHints({ ...plain, paragraphs: ['Ask first. Then paste.', 'Thank you.'] })).toEqual([])
})

test('long sentences, long paragraphs, marketing words, and pictures without a description are reported', () => {
  const sentence = `${'word '.repeat(31).trim()}.`
  const hints = giveHints({
    paragraphs: [sentence, 'short one. '.repeat(70), 'Leverage AI to unlock growth.'],
    headings: 0,
    picturesWithoutWords: 1,
  })
  expect(hints.join('\n')).toContain('One sentence has more than 30 words')
  expect(hints.join('\n')).toContain('One paragraph is long on a phone')
  expect(hints).toContain('Instead of “leverage” we say: use.')
  expect(hints).toContain('Instead of “unlock” we say: get, or open.')
  expect(hints.at(-1)).toContain('An image is missing a description')
  expect(hints.join('\n')).not.toContain('heading')
  const long = giveHints({
    paragraphs: Array.from({ length: 60 }, () => 'Seven short words are in this line.'),
    headings: 0,
    picturesWithoutWords: 0,
  })
  expect(long).toEqual(['A heading every few paragraphs helps people who skim.'])
})
