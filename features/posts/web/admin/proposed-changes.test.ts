import { expect, test } from 'vitest'
import { type Block, compareBlocks, mergeChanges } from './proposed-changes.ts'

// A proposal is AI-written text for a post. The editor compares it with the present text block by block, and accepts or
// rejects each change.

const block = (text: string): Block => ({ html: `<p>${text}</p>`, text })
const kinds = (before: string[], after: string[]) =>
  compareBlocks(before.map(block), after.map(block)).map((change) =>
    change.kind === 'same'
      ? change.block.text
      : change.kind === 'changed'
        ? `${change.before.text} > ${change.after.text}`
        : change.kind === 'added'
          ? `+ ${change.after.text}`
          : `- ${change.before.text}`,
  )

test('unchanged blocks are recognized wherever others are added, removed, or rewritten', () => {
  expect(kinds(['One.', 'Two.'], ['One.', 'Two.'])).toEqual(['One.', 'Two.'])
  expect(kinds(['One.', 'Three.'], ['One.', 'Two.', 'Three.'])).toEqual(['One.', '+ Two.', 'Three.'])
  expect(kinds(['One.', 'Two.', 'Three.'], ['One.', 'Three.'])).toEqual(['One.', '- Two.', 'Three.'])
  expect(
    kinds(
      ['Opening words.', 'we meet in the hall on monday', 'Nothing alike here.'],
      ['A heading', 'Opening words.', 'We meet in the hall every Monday.', 'Goodbye now.'],
    ),
  ).toEqual([
    '+ A heading',
    'Opening words.',
    'we meet in the hall on monday > We meet in the hall every Monday.',
    '- Nothing alike here.',
    '+ Goodbye now.',
  ])
  expect(kinds([], ['One.'])).toEqual(['+ One.'])
  expect(kinds(['One.'], [])).toEqual(['- One.'])
})

test('the same words with other formatting are a change', () => {
  const changes = compareBlocks([block('Hall')], [{ html: '<h2>Hall</h2>', text: 'Hall' }])
  expect(changes.map(({ kind }) => kind)).toEqual(['changed'])
})

test('all, some, or none of the changes can be accepted', () => {
  const changes = compareBlocks(
    ['Stays.', 'we open at nine', 'Goes.'].map(block),
    ['Stays.', 'We open at nine.', 'Comes, and is new.'].map(block),
  )
  const merge = (...accepted: number[]) => mergeChanges(changes, new Set(accepted))
  expect(changes.map(({ kind }) => kind)).toEqual(['same', 'changed', 'removed', 'added'])
  expect(merge()).toBe('<p>Stays.</p><p>we open at nine</p><p>Goes.</p>')
  expect(merge(1, 2, 3)).toBe('<p>Stays.</p><p>We open at nine.</p><p>Comes, and is new.</p>')
  expect(merge(3)).toBe('<p>Stays.</p><p>we open at nine</p><p>Goes.</p><p>Comes, and is new.</p>')
})

test('texts of thousands of paragraphs are compared, too', () => {
  const many = Array.from({ length: 2000 }, (_, index) => block(`Paragraph ${index} of many.`))
  const changes = compareBlocks(many, [block('New.'), ...many.slice(1), block('End.')])
  expect(changes.filter(({ kind }) => kind === 'same')).toHaveLength(1999)
})
