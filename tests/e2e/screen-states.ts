import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { StoredFile } from '../../features/media/contract/files.ts'
import { addMedia } from '../../features/media/server/media.ts'
import type { Post } from '../../features/posts/contract/posts.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { pdf } from '../helpers/test-files.ts'
import { findUnplainWordsOn } from '../words/read-words.ts'
import { desktop, expectAccessible } from './accessibility.ts'
import { emptyTables, expect, isEveryCase, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

export type Stage = { page: Page; post: Post; server: TestServer; cookie: string }

/** Functions that bring a screen of the admin into a state, by the name of the state */
export type ScreenStates = Record<string, (stage: Stage) => Promise<void>>

/** States in one test. They share a page, and so what the browser has loaded and compiled. */
const statesOfTest = 8

/**
 * Tests that each state is accessible, fits a phone, and uses plain words. Every pair of colors has enough contrast in
 * both schemes (core/contract/look/pairs.test.ts), so one scheme is enough here. `npm test` checks those in `always`,
 * and `npm run test:long` checks all.
 */
export function testScreenStates(always: string[] | 'all', states: ScreenStates): void {
  test.describe('the admin is accessible and in plain words:', () => {
    test.use({ expectedErrors: /status of (400|401|403|404|409|415)/ })

    const all = Object.entries(states).filter(
      ([name]) => isEveryCase || always === 'all' || always.includes(name),
    )
    for (let start = 0; start < all.length; start += statesOfTest) {
      const some = all.slice(start, start + statesOfTest)
      test(some.map(([name]) => name).join('; '), async ({ page, server }) => {
        for (const [name, prepare] of some) await test.step(name, () => judge(name, prepare, page, server))
      })
    }
  })
}

async function judge(
  name: string,
  prepare: (stage: Stage) => Promise<void>,
  page: Page,
  server: TestServer,
): Promise<void> {
  await page.setViewportSize(desktop)
  await emptyTables(server)
  const cookie = await signIn(page.context(), server)
  const response = await server.send('/api/blog', {
    cookie,
    json: {
      title: 'Keep your prayer list out of the chatbot',
      content:
        '<h2>Why</h2><p>It holds <strong>names</strong> and <a href="https://example.org">more</a>.</p>' +
        '<ol><li><p>one</p></li></ol><blockquote><p>said</p></blockquote>' +
        '<pre><code>function greet(name) { return "a rather long line of code that is wider than any phone" + name }</code></pre>',
      tags: ['Ministry', 'Privacy'],
      isPublished: true,
    },
  })
  await prepare({ page, server, cookie, post: await response.json() })
  await expectAccessible(page, name, [desktop])
  expect.soft(await findUnplainWordsOn(page), `the words of ${name}`).toEqual([])
  // Text that was not saved would be offered again, and nothing of this state may load what the next one empties.
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Adds an image to the library and returns its URL. */
export async function addImage(server: TestServer): Promise<string> {
  const { db, media } = server.instance
  const wall = sharp({ create: { width: 400, height: 300, channels: 3, background: '#4a7' } })
  const bytes = await wall.png().toBuffer()
  const result = await addMedia(db, media, { bytes, alt: 'A green wall', originalName: 'wall.png' }, null)
  if (result.outcome !== 'added') throw new Error(result.detail)
  return result.item.src
}

/** Adds a PDF to the library. */
export async function addFile(server: TestServer, cookie: string, name: string): Promise<StoredFile> {
  const form = new FormData()
  form.set('file', new Blob([pdf()]), name)
  return (await server.send('/api/files', { cookie, body: form })).json()
}
