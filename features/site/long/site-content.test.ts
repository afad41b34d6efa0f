import { expect, test } from 'vitest'
import { checkRandomSites } from '../../../tests/helpers/random-site.ts'
import { loadBuiltRenderer } from '../server/files/renderer.ts'

test('10,500 random words and lists of all sections are stored, shown as text, or refused', async () => {
  const renderer = await loadBuiltRenderer()
  expect(await checkRandomSites(renderer, { seed: 2026, sites: 250 })).toBe(10_500)
})
