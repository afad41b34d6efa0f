import { expect, test } from 'vitest'
import { cleanLetter } from './letter-task.ts'

const facts = 'Name: Everyday AI\nFree consultation: https://book.everyday.test/30'

test('a plain letter stays as it is, with our own links', () => {
  const letter =
    'Hello {first name},\n\nbook at https://book.everyday.test/30. It takes 30 min., i.e. little.\n\n- one\n- two & <3'
  expect(cleanLetter(letter, facts)).toBe(letter)
})

test.each([
  ['https://evil.example/x', ''],
  ['See HTTPS://EVIL.example, please', 'See , please'],
  ['www.evil.example', ''],
  ['evil.example/pay?now=1', ''],
  ['mailto:eve@evil.example', ''],
  ['Write to eve@evil.example.', 'Write to .'],
  ['javascript://evil', ''],
  ['https://book.everyday.test/30/../evil', ''],
  ['https://book.everyday.test/30@evil.example', ''],
  ['[our page](https://evil.example)', 'our page:'],
  ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
  ['<a href="https://evil.example">Click</a><script>alert(1)</script>', 'Click'],
  ['a\u0007b\u202ec\r\nd\r\n\r\n\r\n\r\ne', 'abc\nd\n\ne'],
])('%j becomes %j', (reply, clean) => {
  expect(cleanLetter(reply, facts)).toBe(clean)
})

test('a hostile letter is cleaned in no time', () => {
  const startedAt = performance.now()
  for (const piece of ['a.', 'a', '[a](', 'a@', 'a-', 'http:', '['])
    cleanLetter(piece.repeat(20_000 / piece.length), facts)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
