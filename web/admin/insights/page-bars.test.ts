import { expect, test } from 'vitest'
import { paths } from '../../../contracts/paths.ts'
import { nameOfPage } from './page-bars.tsx'

test('pages are called by their names, not by their paths', () => {
  for (const path of [paths.home, paths.contact, paths.newsletter, paths.yourData, paths.waitlist])
    expect(nameOfPage(path)).not.toContain('/')
  expect(nameOfPage('/blog/bread', 'Bread')).toBe('Bread')
})
