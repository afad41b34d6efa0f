import { expect, test } from 'vitest'
import { mailto } from './mailto.ts'

test('an address with special characters stays one address', () => {
  expect(mailto('bea@example.org')).toBe('mailto:bea@example.org')
  expect(mailto('a?bcc=all&b@example.org')).toBe('mailto:a%3Fbcc%3Dall%26b@example.org')
})
