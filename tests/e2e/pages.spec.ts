import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { starterScript } from '../../core/contract/starter-script.ts'
import { findUnplainWordsOn } from '../words/read-words.ts'
import { expectAccessible, expectToFit, removeRepeats } from './accessibility.ts'
import { checkEveryPage, expectArrival, openPage, splitPages } from './every-page.ts'
import { expect, test, wakeIslands } from './fixtures.ts'

// Rules that every page meets. tests/e2e/page-states.spec.ts checks other states of pages, such as after a click.

test.describe('every page', () => {
  // The browser logs the missing page as an error.
  test.use({ expectedErrors: /status of 404/ })

  for (const { part, label } of splitPages(5))
    test(`is accessible, light and dark, 320 px wide, in plain words, ${label}`, async ({ page, server }) => {
      // One part contains /api/docs, by far the longest page.
      const seen = new Set<string>()
      await checkEveryPage({ page, server, part }, async (address) => {
        await page.emulateMedia({ colorScheme: 'light' })
        if (!(await openPage(page, address, seen))) return
        await wakeIslands(page)
        expect.soft(await findUnplainWordsOn(page), `${address.name}: its words`).toEqual([])
        if (address.url === paths.api.docs) {
          // It has a section for each endpoint.
          await expectToFit(page, address.name)
          await removeRepeats(page)
        }
        await expectAccessible(page, address.name)
      })
    })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    for (const { part, label } of splitPages(2))
      test(`has a title, language, headline, content, and skip link, ${label}`, async ({ page, server }) => {
        const seen = new Set<string>()
        await checkEveryPage({ page, server, part }, async (address) => {
          const response = await openPage(page, address, seen)
          if (!response) return
          const { name } = address
          const html = await response.text()
          expect.soft(html, `${name}: the delivered HTML`).toMatch(/^<!doctype html><html lang="en">/)
          expect.soft(await page.title(), `${name}: title`).toMatch(/\w{3}/)
          const headline = page.getByRole('heading', { level: 1 })
          await expect.soft(headline, `${name}: one headline`).toHaveCount(1)
          await expect.soft(headline.first(), `${name}: headline`).toBeVisible()
          const main = page.getByRole('main')
          await expect.soft(main, `${name}: main`).toHaveCount(1)
          await expect.soft(main.first(), `${name}: content`).toHaveText(/(\w+\W+){5}/)
          // Without script, the DOM is exactly the delivered HTML, so this finds all inline styles.
          await expect.soft(page.locator('[style]'), `${name}: style attributes`).toHaveCount(0)
          await expect.soft(page.locator('style'), `${name}: inline styles`).toHaveCount(0)
          const inlineScripts = await page
            .locator('script:not([src], [type="application/ld+json"])')
            .evaluateAll((scripts) => scripts.map((script) => script.textContent))
          const hasIslands = html.includes('data-island="')
          expect.soft(inlineScripts, `${name}: inline scripts`).toEqual(hasIslands ? [starterScript] : [])

          await page.keyboard.press('Tab')
          const skip = page.getByRole('link', { name: /^Skip to/ })
          await expect.soft(skip, `${name}: the first stop of the keyboard`).toBeFocused()
          await expect.soft(skip, `${name}: skip link`).toBeInViewport()
          await page.keyboard.press('Enter')
          await expect.soft(main.first(), `${name}: the skip link leads to the content`).toBeFocused()
          expect.soft(new URL(page.url()).hash, `${name}: the skip link`).toBe('#main')
        })
      })

    test('has no dead link, and leaves the site in a new tab only', async ({ page, server }) => {
      const seen = new Set<string>()
      const followed = new Set<string>()
      await checkEveryPage({ page, server, part: { index: 0, count: 1 } }, async (address, cookie) => {
        const { name } = address
        const response = await server.send(address.url, { cookie, redirect: 'follow' })
        const here = new URL(response.url)
        expectArrival(address, response.status, here)
        if (seen.has(here.href)) return
        seen.add(here.href)
        const html = await response.text()
        const links = await readLinks(page, html)
        expect.soft(links.length, `${name}: links`).toBeGreaterThan(0)
        for (const { text, href, target, rel } of links) {
          const url = new URL(href, here)
          const what = `${name}: "${text}" to ${href}`
          expect.soft(url.protocol, what).toMatch(/^(https?|mailto|tel):$/)
          if (url.origin !== here.origin) {
            if (!url.protocol.startsWith('http')) continue
            expect.soft(target, what).toBe('_blank')
            expect.soft(rel.split(' '), what).toContain('noopener')
            continue
          }
          let linked = html
          if (`${url.pathname}${url.search}` !== `${here.pathname}${here.search}`) {
            if (followed.has(url.href)) continue
            followed.add(url.href)
            const destination = await server.send(`${url.pathname}${url.search}`, { cookie })
            expect.soft(destination.status, what).toBeLessThan(400)
            linked = await destination.text()
          }
          if (url.hash) expect.soft(linked, `${what}: that part`).toContain(`id="${url.hash.slice(1)}"`)
        }
      })
      expect(followed.size).toBeGreaterThan(5)
    })
  })
})

/** Reads the links of an HTML document. Parsing it in the browser is much faster than navigating to it. */
function readLinks(page: Page, html: string) {
  return page.evaluate(
    (source) =>
      [...new DOMParser().parseFromString(source, 'text/html').links].map((link) => ({
        text: link.textContent,
        href: link.getAttribute('href') ?? '',
        target: link.getAttribute('target'),
        rel: link.getAttribute('rel') ?? '',
      })),
    html,
  )
}
