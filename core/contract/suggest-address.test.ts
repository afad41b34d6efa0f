import { expect, test } from 'vitest'
import { isEmailAddress } from './email.ts'
import { hasNoDot, questionAddress, suggestAddress } from './suggest-address.ts'

test.each([
  ['ann@gmial.com', 'ann@gmail.com'],
  ['ann@gmai.com', 'ann@gmail.com'],
  ['ann@gmaill.com', 'ann@gmail.com'],
  ['ann@gnail.com', 'ann@gmail.com'],
  ['ann@gmail.con', 'ann@gmail.com'],
  ['ann@gmail.co', 'ann@gmail.com'],
  ['ann@gmial.cmo', 'ann@gmail.com'],
  ['Ann.Miller@GMIAL.com', 'Ann.Miller@gmail.com'],
  ['ann@yaho.com', 'ann@yahoo.com'],
  ['ann@hotmial.com', 'ann@hotmail.com'],
  ['ann@outlok.com', 'ann@outlook.com'],
  ['ann@iclod.com', 'ann@icloud.com'],
  ['ann@comcast.met', 'ann@comcast.net'],
  ['ann@aol.con', 'ann@aol.com'],
  ['ann@food-bank.ogr', 'ann@food-bank.org'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(suggestAddress(typed)).toBe(meant)
  expect(isEmailAddress(meant)).toBe(true)
  expect(suggestAddress(meant)).toBeUndefined()
})

test.each([
  'ann@gmail.com',
  'ann@Gmail.com',
  'ann@ymail.com',
  'ann@email.com',
  'ann@mail.com',
  'ann@cloud.com',
  'ann@yahoo.ca',
  'ann@yahoo.co.uk',
  'ann@hotmail.fr',
  'ann@outlook.de',
  'ann@all.com',
  'ann@love.com',
  'ann@example.org',
  'ann@mail.gmail.com',
  'ann@gracechapel',
  'ann',
  '@gmial.com',
  '',
])('nothing is suggested for %s', (typed) => {
  expect(suggestAddress(typed)).toBeUndefined()
})

test('nothing is suggested for a text that is too long for an address', () => {
  for (const text of [`a@${'g'.repeat(100_000)}.com`, `a@${'gmail.'.repeat(20_000)}com`, '@'.repeat(100_000)])
    expect(suggestAddress(text)).toBeUndefined()
})

test('an odd address is asked about once, and only the same one is kept', () => {
  expect(hasNoDot('ruth@gracechapel')).toBe(true)
  expect(hasNoDot('ruth@grace.chapel')).toBe(false)
  expect(hasNoDot('r.miller@gracechapel')).toBe(true)
  expect(questionAddress('ruth@gracechapel', undefined)).toEqual({
    about: 'ruth@gracechapel',
    text: 'Is ruth@gracechapel right? It has no .com or .org at the end. Send again to keep it.',
  })
  expect(questionAddress('ruth@gmial.com', 'ruth@gracechapel')).toEqual({
    about: 'ruth@gmial.com',
    text: 'Did you mean ruth@gmail.com? Send again to keep ruth@gmial.com.',
    suggestion: 'ruth@gmail.com',
  })
  expect(questionAddress('ruth@gmial.com', 'ruth@gmial.com')).toBeUndefined()
  expect(questionAddress('ruth@example.org', undefined)).toBeUndefined()
})
