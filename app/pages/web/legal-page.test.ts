import { expect, test } from 'vitest'
import { splitAtHeadings, withOneTitle } from './legal-page.tsx'

test('a text on one line is split at its headings, and not at headings inside of something else', () => {
  const html =
    '<p>Hello</p><h2>One</h2><p>a<br />b</p><blockquote><h2>Quoted</h2></blockquote><h2>Two</h2><p>c</p>'
  const { opening, parts } = splitAtHeadings(html)
  expect(opening).toBe('<p>Hello</p>')
  expect(parts.map(({ title, anchor }) => [title, anchor])).toEqual([
    ['One', 'one'],
    ['Two', 'two'],
  ])
  expect(parts.map((part) => part.html).join('')).toBe(
    '<h2 id="one">One</h2><p>a<br />b</p><blockquote><h2>Quoted</h2></blockquote><h2 id="two">Two</h2><p>c</p>',
  )
})

test('every heading gets an anchor of its own', () => {
  const titles = [
    'Rights',
    'Rights',
    'Main',
    'Footer end',
    '用途',
    'Part 2',
    '<em></em>',
    'Q&amp;A, Bob&#39;s',
  ]
  const { parts } = splitAtHeadings(titles.map((title) => `<h2>${title}</h2>`).join(''))
  expect(parts.map(({ title, anchor }) => [title, anchor])).toEqual([
    ['Rights', 'rights'],
    ['Rights', 'part-2'],
    ['Main', 'part-3'],
    ['Footer end', 'part-4'],
    ['用途', 'part-5'],
    ['Part 2', 'part-6'],
    ['', 'part-7'],
    ["Q&A, Bob's", 'q-a-bob-s'],
  ])
})

test('a text has one title', () => {
  expect(withOneTitle('<p>a</p>', 'Terms')).toBe('<h1>Terms</h1>\n<p>a</p>')
  expect(withOneTitle('<h1><br /></h1><p>a</p><h2> </h2>', 'Terms')).toBe('<h1>Terms</h1>\n<p>a</p>')
  expect(withOneTitle('<p>a</p><h1>One</h1><h1>Two</h1><p>b</p>', 'Terms')).toBe(
    '<p>a</p><h1>One</h1><h2>Two</h2><p>b</p>',
  )
})
