import type { Browser, Page } from '@playwright/test'
import { videoPlayerOrigins } from '../../../core/contract/video.ts'
import { desktop, expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { postPaths } from '../contract/post-paths.ts'
import { everyBlock } from '../testing/every-block.ts'
import { addPost } from './post-form.ts'

test.beforeEach(({ server }) => emptyTables(server))

const publish = (server: TestServer, more: object = {}) =>
  addPost(server, { title: 'Every block', content: everyBlock, isPublished: true, ...more })

/** Opens a page in a browser whose requests to other sites get an empty page, and lists these requests. */
async function openAlone(browser: Browser, address: string): Promise<{ page: Page; outside: string[] }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const outside: string[] = []
  await page.route(
    (url) => url.origin !== new URL(address).origin,
    (route) => {
      outside.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<title>Player</title><button>Pause</button>' })
    },
  )
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  return { page, outside }
}

test('every block is accessible, scrolls if wide, and is complete on paper', async ({ page, server }) => {
  const post = await publish(server)
  const about = await publish(server, { kind: 'page', title: 'About', slug: 'about' })
  for (const path of [postPaths.post(post.slug), postPaths.ownPage(about.slug)]) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /How a training day works/ })).toBeVisible()
    await expectAccessible(page, path, [desktop, { width: 320, height: 640 }])
  }
  await page.goto(postPaths.post(post.slug))
  const table = page.getByRole('region', { name: 'Table 1' })
  await expect(table.getByRole('columnheader')).toHaveText(['Day', 'Topic', 'People'])
  await expect(page.getByRole('note')).toHaveText([/^Note/, /^Tip/, /^Important/])

  await test.step('on paper, a button and a video are their words and their address', async () => {
    await page.emulateMedia({ media: 'print' })
    const button = page.getByRole('link', { name: /^Save my seat/ })
    const { background, address } = await button.evaluate((link) => ({
      background: getComputedStyle(link).backgroundColor,
      address: getComputedStyle(link, '::after').content,
    }))
    // A fill in the color of the words would hide them.
    expect(background).toBe('rgba(0, 0, 0, 0)')
    expect(address).toContain('https://example.org/?a=1&b=2')
    const video = page.getByRole('button', { name: /^How a training day works/ })
    await expect(video).toHaveText(/^How a training day works/)
    expect(await video.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    )
    await expect(page.getByText('Play (').first()).toBeHidden()
  })

  await test.step('a wide table scrolls in a part of the page that the keyboard reaches', async () => {
    const cells = Array.from({ length: 14 }, (_, at) => `<th><p>Column ${at}</p></th>`).join('')
    const table = `<table><tbody><tr>${cells}</tr></tbody></table>`
    await page.emulateMedia({ media: 'screen' })
    const wide = await publish(server, { title: 'Wide', content: `<p>a</p>${table}` })
    await page.goto(postPaths.post(wide.slug))
    const region = page.getByRole('region', { name: 'Table 1' })
    await region.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    )
  })
})

test('a video asks no other site before its click, then plays in place', async ({ browser, server }) => {
  const post = await publish(server)
  const { page, outside } = await openAlone(browser, server.url + postPaths.post(post.slug))
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  for (const [name, address] of [
    ['How a training day works', `${videoPlayerOrigins[0]}/embed/dQw4w9WgXcQ?autoplay=1&rel=0`],
    ['What people say', `${videoPlayerOrigins[1]}/video/76979871?h=8272103f6e&dnt=1&autoplay=1`],
  ] as const) {
    const before = outside.length
    const button = page.getByRole('button', { name })
    await button.hover()
    await button.focus()
    expect(outside.length).toBe(before)
    await page.keyboard.press('Enter')
    const player = page.getByTitle(name)
    await expect(player).toBeFocused()
    await expect(player).toHaveAttribute('src', address)
    await expect(page.frameLocator(`[title^="${name}"]`).getByRole('button', { name: 'Pause' })).toBeVisible()
    expect(outside.slice(before)).toEqual([address])
  }
  expect(refused).toEqual([])
  await page.context().close()

  await test.step('in a preview', async () => {
    const draft = await publish(server, { isPublished: false })
    const link = await server.send(`/api/blog/${draft.id}/preview-links`, {
      cookie: await server.signIn(),
      method: 'POST',
    })
    const { pathname } = new URL((await link.json()).url)
    const { page, outside } = await openAlone(browser, server.url + pathname)
    await page.getByRole('button', { name: 'What people say' }).click()
    await expect(page.getByTitle('What people say')).toBeFocused()
    await expect.poll(() => outside).toEqual([expect.stringContaining(videoPlayerOrigins[1])])
    await page.context().close()
  })
})
