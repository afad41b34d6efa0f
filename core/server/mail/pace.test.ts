import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

const accept = ({ noteAccepted }: ReturnType<typeof createPace>, count: number) => {
  for (let mail = 0; mail < count; mail++) noteAccepted()
}

test('the number of emails at the same time grows to the setting, and no further', () => {
  const pace = createPace(7)
  expect(pace.limit()).toBe(5)
  accept(pace, 1)
  expect(pace.limit()).toBe(5)
  accept(pace, 1)
  expect(pace.limit()).toBe(6)
  accept(pace, 1000)
  expect(pace.limit()).toBe(7)
  expect(createPace(3).limit()).toBe(3)
})

test('a server that refuses because of load gets half as many at the same time, and only slowly more', () => {
  const pace = createPace(30)
  accept(pace, 1000)
  const startedAt = Date.now()
  expect(pace.slowDown(startedAt)).toBe(true)
  expect(pace.limit()).toBe(15)
  // Refusals of emails that were already under way
  expect(pace.slowDown(startedAt - 1)).toBe(true)
  expect(pace.limit()).toBe(15)
  accept(pace, 149)
  expect(pace.limit()).toBe(15)
  accept(pace, 1)
  expect(pace.limit()).toBe(16)
})

test('a server that accepts nothing is away', () => {
  const pace = createPace(30)
  expect(pace.slowDown(Date.now())).toBe(false)
  accept(pace, 1)
  expect(pace.slowDown(Date.now() + 1000)).toBe(true)
  expect(pace.slowDown(Date.now() + 2000)).toBe(false)
})
