import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureServerBuilt } from '../../bin/prepare.js'
import { paths } from '../../contracts/paths.ts'
import { listNewestPosts } from '../../server/posts/reading/public-posts.ts'
import { seedSamples } from '../../server/posts/samples/samples.ts'
import { inviteGuest, openRoom } from '../e2e/guests.ts'
import { findWeakContrast } from '../e2e/look-pages.ts'
import { chromiumArguments } from '../helpers/chromium.ts'
import { findProgram } from '../helpers/find-program.ts'
import { launchServer, type TestServer } from '../helpers/launch-server.ts'
import { createPicker } from '../helpers/random-picks.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

const executablePath = process.env.CHROMIUM_PATH || findProgram('chromium-headless-shell', 'chromium')
if (!executablePath) console.warn('The contrast of looks is not tested: there is no Chromium.')

const picks = 200
const pages = {
  'the home page': async () => paths.home,
  'the apps': async () => paths.apps,
  'a post': async ({ instance }: TestServer) =>
    paths.post((await listNewestPosts(instance.db, 1))[0]?.slug ?? ''),
  'the blog': async () => paths.blog,
  'the waitlist': async () => paths.waitlist,
  'the sign-in': async () => paths.login,
  'an invitation': async (server: TestServer) => (await inviteGuest(server)).invitation,
  'a writing room': async (server: TestServer) => (await openRoom(server)).path,
} satisfies Record<string, (server: TestServer) => Promise<string>>

describe.skipIf(!executablePath)(
  `in ${picks} random pairs of colors, every text has enough contrast:`,
  () => {
    let server: TestServer
    let browser: Browser
    const cleanUp: (() => Promise<unknown>)[] = []

    beforeAll(async () => {
      ensureServerBuilt()
      const postgres = await startTemporaryPostgres()
      cleanUp.unshift(() => postgres.stop())
      server = await launchServer({ connectionString: postgres.connectionString })
      cleanUp.unshift(() => server.close())
      await seedSamples(server.instance.db)
      browser = await chromium.launch({ executablePath: executablePath ?? '', args: chromiumArguments })
      cleanUp.unshift(() => browser.close())
    })
    afterAll(async () => {
      for (const step of cleanUp) await step()
    })

    test.each(Object.entries(pages))(
      '%s',
      async (name, find) => {
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
