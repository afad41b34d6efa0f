import { expect, test } from 'vitest'
import { waitlistForm } from './waitlist.ts'

const ann = { ...waitlistForm.read(() => []), name: 'Ann', email: 'ann@example.org' }

test('addresses follow the HTML standard’s pattern, at most 254 characters', () => {
  const ok = (email: string) => waitlistForm.check({ ...ann, email }).ok
  for (const email of ['a@b', 'ann+x@example.co.uk', "o'neil@example.org", ' ann@example.org ', 'a.@b.c'])
    expect(ok(email), email).toBe(true)
  const long = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}`
  expect(ok(`${long}.org`.slice(-254))).toBe(true)
  for (const email of [
    'ann',
    'ann@',
    '@b.org',
    'a b@c.org',
    'a@b..org',
    'ann@example.org\nBcc: x@y.org',
    `${long}.${'e'.repeat(10)}`,
    'ann@exämple.org',
  ])
    expect(ok(email), email).toBe(false)
})

test('an address loses the spaces around it; other fields stay as they were typed', () => {
  expect(
    waitlistForm.check({ ...ann, name: ' Ann ', email: ' ann@example.org ', message: ' hi \n' }),
  ).toEqual({
    ok: true,
    values: { ...ann, name: ' Ann ', email: 'ann@example.org', message: ' hi \n' },
  })
})
