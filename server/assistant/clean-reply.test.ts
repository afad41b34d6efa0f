import { expect, test } from 'vitest'
import { plainLine } from './clean-reply.ts'

test('a line made of tags without end is cut before it is cleaned, which would take minutes', () => {
  expect(plainLine(`Tea &amp; <em>cake</em>${'<b>'.repeat(300_000)} and more`)).toBe('Tea & cake')
})
