import { expect, test } from 'vitest'
import { excerptOf, isCutExcerpt, plainTextOf } from './excerpt.ts'

test('a list with a start number keeps its numbers, and others have none', () => {
  const year =
    '<ol start="1986"><li><p>A great year</p></li><li>And more<ul><li>b</li></ul></li><li>c</li></ol>'
  expect(plainTextOf(year)).toBe('1986. A great year 1987. And moreb 1988. c')
  expect(plainTextOf('<ol><li>a</li><li>b</li></ol><ul><li>c</li></ul>')).toBe('a b c')
  expect(excerptOf(year)).toBe('1986. A great year 1987. And moreb 1988. c...')
  expect(isCutExcerpt(excerptOf(year), year)).toBe(true)
})
