import { expect, test } from 'vitest'
import { describeTextDifference, maskNoise, normalize, readPageText } from './page-text.ts'

const place = {
  origin: 'http://127.0.0.1:4000',
  now: new Date('2026-11-22T22:00:30Z'),
  timeZones: ['UTC', 'America/New_York'],
}

test('the text of a page is what people see or hear', () => {
  const html = `<head><title>Home</title><style>p { color: red }</style></head><body><!-- note -->
    <p>One &amp; two&#x27;s</p><img src="/a.png" alt="A dog"><a href="http://127.0.0.1:4000/blog">Blog</a>
    <input type="hidden" name="formKey" value="secret"><script>var x = 1</script></body>`
  expect(readPageText(html, place)).toBe(`Home One & two's A dog /blog Blog`)
})

test.each([
  ['an id', 'key 0b50bd9f-5f0c-4c46-a7d6-7d13bb1d8de6', 'key (id)'],
  ['a token', '/preview/Ab3dE5gH1jK2mN4pQ6rS8tU0vW9xY7zA-_1', '/preview/(token)'],
  ['a relative time', 'seen 3 minutes ago', 'seen (time)'],
  ['a moment near the present', 'at 2026-11-22T22:00:00.123Z', 'at (time)'],
  ['a clock time near the present', 'at 5:01 PM and 10:01 PM', 'at (time) and (time)'],
  ['the name of a built file', '/assets/main-Bx3d_f9a.js', '/assets/main.js'],
])('%s is normalized', (_, text, expected) => {
  expect(normalize(text, place)).toBe(expected)
})

test.each([
  ['a slug', '/blog/choosing-a-first-tool-for-your-small-business'],
  ['an old moment', '2025-01-01T10:00:00Z'],
  ['another clock time', 'at 6:22 AM'],
])('%s stays', (_, text) => {
  expect(normalize(text, place)).toBe(text)
})

test('a difference is shown with the words before and after', () => {
  expect(describeTextDifference('a b c d', 'a x y d')).toBe('“b c” became “x y”')
  expect(describeTextDifference('a b', 'a b c')).toBe('nothing became “c”')
  expect(describeTextDifference('a b', 'a b')).toBeUndefined()
})

test('words that differ between two requests for one page are not compared', () => {
  const mask = maskNoise('code 17 here', 'code 18 here')
  expect(mask('code 19 here')).toBe('code (varies) here')
  expect(mask('code 19 there')).toBe('code (varies) there')
})
