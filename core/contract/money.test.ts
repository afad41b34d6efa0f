import { expect, test } from 'vitest'
import { findOtherPrice } from './money.ts'

test('a price in words is compared with the amount', () => {
  expect(findOtherPrice('$2,000', 150_000)).toBe('$2,000')
  expect(findOtherPrice('2,000.50 USD', 150_000)).toBe('2,000.50')
  expect(findOtherPrice('€ 900 plus travel', 95_000)).toBe('€ 900')
  for (const same of ['$1,500 plus $200 for travel', '1,500.00 in 2027', 'As agreed, for 20 people', ''])
    expect(findOtherPrice(same, 150_000), same).toBeUndefined()
  expect(findOtherPrice('$2,000', null)).toBeUndefined()
})
