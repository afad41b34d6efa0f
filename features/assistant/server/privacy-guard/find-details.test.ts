import { describe, expect, test } from 'vitest'
import { findDetails } from './find-details.ts'

const find = (text: string) =>
  findDetails(text).map(({ kind, from, to }) => `${kind}: ${text.slice(from, to)}`)

describe('what is a personal detail', () => {
  test.each([
    ['Write to ann.o-neil+news@mail.example.org, please.', 'email: ann.o-neil+news@mail.example.org'],
    ['<a href="mailto:ann@example.org">', 'email: ann@example.org'],
    ['&lt;jürgen@bücher.example&gt;', 'email: jürgen@bücher.example'],
    ['Call (217) 555-0134 today', 'phone: (217) 555-0134'],
    ['217.555.0134 ext. 12', 'phone: 217.555.0134 ext. 12'],
    ['1-800-555-0199', 'phone: 1-800-555-0199'],
    ['217\u00A0555\u20110134', 'phone: 217\u00A0555\u20110134'],
    ['217&nbsp;555&nbsp;0134', 'phone: 217&nbsp;555&nbsp;0134'],
    ['２１７-５５５-０１３４', 'phone: ２１７-５５５-０１３４'],
    ['tel 2175550134.', 'phone: 2175550134'],
    ['href="tel:5551234567"', 'phone: 5551234567'],
    ['+44 20 7946 0958', 'phone: +44 20 7946 0958'],
    ['+49 (0)30 901820', 'phone: +49 (0)30 901820'],
    ['0049 30 901820', 'phone: 0049 30 901820'],
    ['020 7946 0958', 'phone: 020 7946 0958'],
    ['01 23 45 67 89', 'phone: 01 23 45 67 89'],
    ['Call us at 555-0134', 'phone: 555-0134'],
    ['4111 1111 1111 1111', 'card: 4111 1111 1111 1111'],
    ['4111111111111111', 'card: 4111111111111111'],
    ['5555-5555-5555-4444', 'card: 5555-5555-5555-4444'],
    ['3782 822463 10005', 'card: 3782 822463 10005'],
    ['078-05-1120', 'tax: 078-05-1120'],
    ['078 05 1120', 'tax: 078 05 1120'],
    ['my SSN is 078051120', 'tax: 078051120'],
    ['912-70-1234', 'tax: 912-70-1234'],
    ['12-3456789', 'tax: 12-3456789'],
    ['tax id: 12 3456789', 'tax: 12 3456789'],
    ['046 454 286', 'tax: 046 454 286'],
    ['QQ 12 34 56 C', undefined],
    ['AB 12 34 56 C', 'tax: AB 12 34 56 C'],
    ['DE123456789', 'tax: DE123456789'],
  ])('%s', (text, found) => {
    expect(find(text)).toEqual(found === undefined ? [] : [found])
  })

  test('one after the other, each is found', () => {
    expect(find('217-555-0134 4111 1111 1111 1111 078-05-1120, a@b.example and 12-3456789')).toEqual([
      'phone: 217-555-0134',
      'card: 4111 1111 1111 1111',
      'tax: 078-05-1120',
      'email: a@b.example',
      'tax: 12-3456789',
    ])
  })

  test.each([
    'In 2024 we met 1,234,567 people at $150k-600k.',
    'From 01.02.2024 10:30 until 2024-03-01, rooms 100-2000.',
    'It grew by 3.1415926535 percent; version 10.2.13.',
    'Order 4111 1111 1111 1112 is no card.',
    '@everyone, look at a @ b and x@y.',
    'See pages 12-34 and 555-0134.',
  ])('%s', (text) => {
    expect(find(text)).toEqual([])
  })
})

// The time is CPU time of this thread, so other load on the machine does not count. An algorithm whose time grows with
// the square of the length would take minutes.
test.each(['a', '1', '1 ', '+1', '(0', '@', 'a@', 'a.', '-', 'VAT ', '12-', 'call ', '4111 ', '&nbsp;'])(
  'a megabyte of "%s" is looked through in bounded time',
  (part) => {
    const before = process.threadCpuUsage()
    findDetails(part.repeat(1_000_000 / part.length))
    expect(process.threadCpuUsage(before).user).toBeLessThan(10_000_000)
  },
)
