import { expect, test } from 'vitest'
import { describeFile } from './file-size.ts'

test.each([
  [1, 'PDF, 1 KB'],
  [499, 'PDF, 1 KB'],
  [1_499, 'PDF, 1 KB'],
  [45_600, 'PDF, 46 KB'],
  [999_499, 'PDF, 999 KB'],
  [999_500, 'PDF, 1.0 MB'],
  [1_234_567, 'PDF, 1.2 MB'],
  [9_949_999, 'PDF, 9.9 MB'],
  [9_960_000, 'PDF, 10 MB'],
  [20_971_520, 'PDF, 21 MB'],
])('%d bytes are %s', (bytes, words) => expect(describeFile(bytes)).toBe(words))
