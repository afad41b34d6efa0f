import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { originalSite } from '../../../tests/helpers/original-site.ts'
import { SiteFooter } from './site-footer.tsx'

test('a footer without a year of its own shows the year in the zone of the site', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T20:00:00Z'), toFake: ['Date'] })
  const site = originalSite('http://everyday.test')
  const footer = { ...site.content.footer, year: '' }
  const show = (timeZone: string) =>
    renderToStaticMarkup(<SiteFooter site={{ ...site, timeZone, content: { ...site.content, footer } }} />)
  expect(show('America/New_York')).toContain('© 2026')
  expect(show('Asia/Tokyo')).toContain('© 2027')
})
