import { expect, test } from 'vitest'
import { readFrontMatter } from '../server/sources/markdown/read-front-matter.ts'

test('front matter of quotation marks is read quickly', () => {
  const startedAt = performance.now()
  readFrontMatter(`{"${'\\"'.repeat(90_000)}`)
  expect(performance.now() - startedAt).toBeLessThan(500)
})
