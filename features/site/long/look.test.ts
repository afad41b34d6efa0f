import { beforeAll, describe, expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { createPicker } from '../../../tests/helpers/random-picks.ts'
import { executablePath, startBrowserForFile } from '../../../tests/helpers/start-browser.ts'
import { inviteGuest, openRoom } from '../../guests/e2e/guests.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { listNewestPosts } from '../../posts/server/reading/public-posts.ts'
import { seedSamples } from '../../posts/server/samples/samples.ts'
import { sitePaths } from '../contract/site-paths.ts'
import { findWeakContrast } from '../e2e/look-pages.ts'

const picks = 200
const pages = {
  'the home page': async () => paths.home,
  'the apps': async () => sitePaths.apps,
  'a post': async ({ instance }: TestServer) =>
    postPaths.post((await listNewestPosts(instance.db, 1))[0]?.slug ?? ''),
  'the blog': async () => postPaths.blog,
  'the waitlist': async () => sitePaths.waitlist,
  'the sign-in': async () => paths.login,
  'an invitation': async (server: TestServer) => (await inviteGuest(server)).invitation,
  'a writing room': async (server: TestServer) => (await openRoom(server)).path,
} satisfies Record<string, (server: TestServer) => Promise<string>>

describe.skipIf(!executablePath)(
  `in ${picks} random pairs of colors, every text has enough contrast:`,
  () => {
    const started = startBrowserForFile()
    beforeAll(() => seedSamples(started.server.instance.db))

    test.each(Object.entries(pages))(
      '%s',
      async (name, find) => {
        const { browser, server } = started
        const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
        await page.goto(server.url + (await find(server)), { waitUntil: 'networkidle' })
        if (name === 'the waitlist') {
          await page.getByLabel('Email *').fill('ann@')
          await page.getByRole('button', { name: 'Join Waitlist' }).click()
          await page.getByText('Required', { exact: true }).waitFor()
        }
        const pick = createPicker(Object.keys(pages).indexOf(name))
        const weak = await findWeakContrast(page, Array.from({ length: picks }, pick))
        await page.close()
        expect(weak).toEqual([])
      },
      900_000,
    )
  },
)
