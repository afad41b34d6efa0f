import { expect, test } from 'vitest'
import { fillFields, listEmptyFields, usesField, withOwnFields, withoutBraces } from './letter-fields.ts'

const fields = withOwnFields({
  'offer link': ['The page of their open offer', 'they have no open offer that you can send them'],
})
const values = { 'first name': 'Ann', name: 'Ann {name} Example' }

test('fields are filled in once, however they are typed', () => {
  expect(fillFields('{first name}, { First   Name }, {NAME}', values)).toBe('Ann, Ann, Ann {name} Example')
  expect(fillFields('{offer link} {nickname} {} { } {a\nb} {{first name}}', values)).toBe(
    '{offer link} {nickname} {} { } {a\nb} {Ann}',
  )
})

test('what cannot be filled in is listed once, with a sentence that names it', () => {
  const texts = ['{Offer Link}', '{first name} {offer  link} {nickname} {} 1 } 2']
  const empty = listEmptyFields(texts, values, fields)
  expect(empty.map(({ field }) => field)).toEqual(['{offer link}', '{nickname}'])
  expect(empty[0]?.problem).toBe(
    '“{offer link}” can’t be filled in, because they have no open offer that you can send them. Write your own words instead, or remove it.',
  )
  expect(empty[1]?.problem).toMatch(/^“\{nickname\}” isn’t a field/)
})

test('a field is found in a text, and a person’s name cannot pass as one', () => {
  expect(usesField('See {Plan  link}', 'plan link')).toBe(true)
  expect(usesField('See plan link', 'plan link')).toBe(false)
  expect(withoutBraces(' {plan link} ')).toBe('plan link')
})

test('a long text without a field is read in no time', () => {
  const startedAt = performance.now()
  for (const text of ['{'.repeat(10_000), '{a '.repeat(3000), `{${' '.repeat(9999)}`]) {
    fillFields(text, values)
    listEmptyFields([text], values, fields)
  }
  expect(performance.now() - startedAt).toBeLessThan(500)
})
