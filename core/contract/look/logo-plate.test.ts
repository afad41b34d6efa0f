import { expect, test } from 'vitest'
import { choosePlate } from './logo-plate.ts'

const transparent = [0, 0, 0, 0]

/** A logo of 100 pixels, some of which are transparent */
const logoOf = (color: number[], opaque: number) =>
  Array.from({ length: 100 }, (_, at) => (at < opaque ? [...color, 255] : transparent)).flat()

test('a dark logo gets a light plate in the dark theme, and a light one a dark plate', () => {
  expect(choosePlate(logoOf([17, 17, 17], 40))).toBe('light')
  expect(choosePlate(logoOf([0, 0, 90], 40))).toBe('light')
  expect(choosePlate(logoOf([255, 255, 255], 40))).toBe('dark')
  expect(choosePlate(logoOf([255, 240, 190], 40))).toBe('dark')
})

test('a logo that is visible in both themes gets none', () => {
  expect(choosePlate(logoOf([210, 90, 60], 40))).toBe('none')
})

test('a logo with a background of its own gets none, and an empty one neither', () => {
  expect(choosePlate(logoOf([17, 17, 17], 100))).toBe('none')
  expect(choosePlate(logoOf([17, 17, 17], 0))).toBe('none')
})
