import { describe, expect, test } from 'vitest'
import { addedShare, markSentences } from './mark-sentences.ts'

const spoken = `um so the food bank opens at nine on monday and uh we need twelve volunteers because last week
we had only seven and people waited an hour please do not park in front of the gate the truck comes there bring
gloves and water and call Maria if you cannot come`

const mark = (...sentences: string[]) => markSentences(spoken, sentences)

describe('each sentence of an enhanced text is', () => {
  test('yours if it was said like this', () => {
    expect(
      mark(
        'The food bank opens at nine on Monday.',
        'Bring gloves and water!',
        'Call Maria if you can’t come.',
      ),
    ).toEqual(['yours', 'yours', 'yours'])
  })

  test('tidied if words were fixed, moved, or left out', () => {
    expect(
      mark(
        'We need twelve volunteers, because we had only seven last week.',
        'Please don’t park in front of the gate, as the truck comes there.',
        'The food bank opened at nine on Monday, and we need twelve volunteers.',
      ),
    ).toEqual(['tidied', 'tidied', 'tidied'])
  })

  test('added if it was not said', () => {
    expect(
      mark(
        'Volunteering is a wonderful way to give back to your community.',
        'Studies show that food insecurity affects millions of families.',
        'Together we can make a difference.',
        'Why it matters',
      ),
    ).toEqual(['added', 'added', 'added', 'added'])
  })

  test('added if a number or a "not" changes the meaning', () => {
    expect(
      mark(
        'The food bank opens at 10 on Monday.',
        'The food bank does not open at nine on Monday.',
        'We need 50 volunteers because last week we had only seven.',
      ),
    ).toEqual(['added', 'added', 'added'])
  })

  test('yours if it has no words', () => {
    expect(mark('...', '')).toEqual(['yours', 'yours'])
  })
})

test('nothing of a long recording is marked as added', () => {
  const sentences = Array.from(
    { length: 1000 },
    (_, index) => `Visitor ${index} asked about lamp ${index * 7} and the colour of door ${index % 13}.`,
  )
  const marks = markSentences(sentences.join(' ').toLowerCase(), sentences)
  expect(new Set(marks)).toEqual(new Set(['yours']))
  expect(markSentences(sentences.join(' '), ['Visitor 5000 asked about lamp 35.'])).toEqual(['added'])
})

test('an hour without a period is compared in parts', () => {
  const words = Array.from({ length: 10_000 }, (_, index) => `word${index}`)
  const said = words.flatMap((word, index) => (index % 50 === 0 ? ['well', word] : [word])).join(' ')
  expect(markSentences(said, [words.join(' ')])).toEqual(['tidied'])
  const [first = '', ...rest] = words
  expect(markSentences(said, [[first, 'and', 'not', ...rest].join(' ')])).toEqual(['added'])
})

test('the added share counts the included words', () => {
  const own = { text: 'one two three', mark: 'yours', isIncluded: true } as const
  const added = { text: 'four', mark: 'added', isIncluded: true } as const
  expect(addedShare([own, added])).toBe(0.25)
  expect(addedShare([own, { ...added, isIncluded: false }])).toBe(0)
  expect(addedShare([{ ...own, isIncluded: false }, added])).toBe(1)
  expect(addedShare([])).toBe(0)
})
