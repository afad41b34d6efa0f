import { expect, test } from 'vitest'
import { findWeakness } from './password-strength.ts'

test('a strong password gets no advice, and a weak one gets a reason and a way out', () => {
  for (const strong of [
    'correct horse battery',
    'sunshine over the old pier',
    'yliad yxatalag',
    'x7#Kp2!vQz9w',
  ])
    expect(findWeakness(strong, []), strong).toBeUndefined()
  const weak: [string, RegExp][] = [
    ['password1234', /^This is close to one of the first passwords .* Add a word or two/],
    ['P@ssw0rd1234', /A capital at the start doesn’t help\./],
    ['p@ssw0rd1234', /Symbols in place of letters don’t help\./],
    ['4321drowssap', /Reversed words don’t help\./],
    ['abababababab', /^Repeated characters/],
    ['abcdefghijklm', /^Sequences/],
    ['qwertyuiop[]', /easy to guess|first passwords/],
    ['monday tuesday', /^This password is easy to guess\./],
  ]
  for (const [password, advice] of weak) expect(findWeakness(password, []), password).toMatch(advice)
})

test('the names that a user has make a password weaker', () => {
  expect(findWeakness('quillbertraminofski', [])).toBeUndefined()
  expect(findWeakness('quillbertraminofski', ['quillbertraminofski'])).toBe(
    'Your name and the name of this site are easy to guess. Add a word or two that have nothing to do with the others.',
  )
})

test('a password that is made to be slow is judged quickly', () => {
  const { user } = process.threadCpuUsage()
  for (const part of ['a', 'Ab1!', 'password', '4@8({[<369!1|5$7+%20', '31a++tdc!044bs+88l5%13[83260[6'])
    findWeakness(part.repeat(200).slice(0, 200), ['a'.repeat(200)])
  // Without the limits, it takes more than two seconds.
  expect(process.threadCpuUsage().user - user).toBeLessThan(1_000_000)
})
