import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { createSetupCode } from '../../features/accounts/server/accounts.ts'
import { confirm, connectApp } from '../../features/accounts/testing/totp.ts'
import { handIn, inviteGuest, openRoom } from '../../features/guests/e2e/guests.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { listNewestPosts } from '../../features/posts/server/reading/public-posts.ts'
import { illustrateSamples, seedSamples } from '../../features/posts/server/samples/samples.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { chromiumArguments, chromiumPath } from '../helpers/chromium.ts'
import { atEnd, runAndCleanUp } from '../helpers/clean-up.ts'
import { admin, cookiesOf, launchServer, type TestServer } from '../helpers/launch-server.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'
import * as shots from './shots.ts'
import { addMails, addOwnPages, addTeam, addWeeks } from './stage.ts'
import { addTodayLines, pauseTrainings } from './today-lines.ts'
import { fillWaitlist } from './waitlist-entries.ts'

// `npm run screens [-- --out FOLDER] [-- --only PART] [-- --readme]` takes a screenshot of every page and state, at
// every width, light and dark. `--only` selects screenshots whose file name contains PART, `--readme` those in
// docs/screens.

const schemes = ['light', 'dark'] as const
type Look = { width: shots.Width; scheme: (typeof schemes)[number] }
const heights: Record<shots.Width, number> = { 360: 740, 768: 1024, 1440: 900 }

const readmePictures: { name: string; path: string; look: Look }[] = [
  { name: 'home', path: paths.home, look: { width: 1440, scheme: 'light' } },
  { name: 'home-phone', path: paths.home, look: { width: 360, scheme: 'dark' } },
  { name: 'apps', path: sitePaths.apps, look: { width: 1440, scheme: 'dark' } },
  { name: 'waitlist', path: sitePaths.waitlist, look: { width: 768, scheme: 'light' } },
]

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.cache/screens' },
    only: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
  },
})

await runAndCleanUp(async () => {
  const server = await startServer()
  const browser = await startBrowser()
  if (options.readme) await takeReadmePictures(browser, server)
  else await takeEveryPicture(browser, server)
  return 0
})

async function takeEveryPicture(browser: Browser, server: TestServer): Promise<void> {
  const folder = resolve(options.out)
  await mkdir(folder, { recursive: true })
  let taken = 0
  const take = async (list: shots.Shot[], cookie?: string) => {
    for (const width of shots.widths)
      for (const scheme of schemes) {
        const look = { width, scheme }
        const wanted = list.filter((shot) => isWanted(shot, look))
        if (wanted.length === 0) continue
        const context = await openContext(browser, server, look, cookie)
        for (const shot of wanted) {
          // Some screenshots show a refused sign-in. Together they exceed the rate limit, so it is reset.
          await server.query('truncate rate_counters')
          await takePicture(context, shot, join(folder, fileName(shot, look)))
          taken++
        }
        await context.close()
      }
  }

  await take(shots.firstStart(await createSetupCode(server.instance.db)))
  const cookie = await server.signIn()
  await take(shots.emptyAdmin, cookie)
  await seedSamples(server.instance.db)
  await illustrateSamples(server.instance.db, server.instance.media)
  const [post] = await listNewestPosts(server.instance.db, 1)
  if (!post) throw new Error('there are no sample posts')
  await take([...shots.publicPages, ...shots.ofVisitors, { name: 'post', path: postPaths.post(post.slug) }])
  await fillWaitlist(server)
  await addMails(server)
  await addWeeks(server)
  await take(shots.admin, cookie)
  await take(shots.ownPages(await addOwnPages(server, cookie)), cookie)
  const { invitation } = await inviteGuest(server)
  const { path: room } = await openRoom(server)
  const { id: handedIn } = await handIn(server)
  await take(shots.ofGuests({ invitation, room, handedIn }), cookie)
  await confirm(server, cookie)
  await take(shots.secondFactor, cookie)
  await connectApp(server, cookie)
  await take(shots.join(await addTeam(server, cookie)))
  await take(shots.office, cookie)
  await take(shots.code, cookiesOf(await server.send(paths.login, { form: admin })))
  await addTodayLines(server)
  await take(shots.today, cookie)
  await pauseTrainings(server)
  await take([{ name: 'admin-today-paused', path: paths.adminToday }], cookie)
  await take(shots.helper, await server.signIn({ username: 'Hana', role: 'helper' }))
  process.stdout.write(`${taken} pictures in ${folder}\n`)
}

async function takeReadmePictures(browser: Browser, server: TestServer): Promise<void> {
  for (const { name, path, look } of readmePictures) {
    const file = resolve(`docs/screens/${name}.png`)
    const context = await openContext(browser, server, look)
    await takePicture(context, { name, path, windowOnly: true }, file)
    await context.close()
    process.stdout.write(`${file}\n`)
  }
}

function isWanted(shot: shots.Shot, look: Look): boolean {
  return (shot.widths ?? shots.widths).includes(look.width) && fileName(shot, look).includes(options.only)
}

function fileName({ name }: shots.Shot, { width, scheme }: Look): string {
  return `${name}.${width}.${scheme}.png`
}

async function takePicture(context: BrowserContext, shot: shots.Shot, file: string): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(shot.path, { waitUntil: 'load' })
    await wakeIslands(page)
    await shot.act?.(page)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: file, fullPage: !shot.windowOnly, animations: 'disabled' })
  } catch (error) {
    throw new Error(`${file} could not be taken`, { cause: error })
  } finally {
    await page.close()
  }
}

/** Scrolls through the page and back, so that islands and lazy images load. */
async function wakeIslands(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const toY = (top: number) => {
      scrollTo({ top, behavior: 'instant' })
      return new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
        // If the browser draws no frames, `requestAnimationFrame` never calls back.
        setTimeout(resolve, 1000)
      })
    }
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) await toY(y)
    await toY(0)
  })
  await page.waitForLoadState('networkidle')
}

async function openContext(browser: Browser, server: TestServer, look: Look, cookie = '') {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: look.width, height: heights[look.width] },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return { name, value, url: server.url }
  })
  if (cookie) await context.addCookies(cookies)
  return context
}

async function startServer(): Promise<TestServer> {
  const postgres = await startTemporaryPostgres()
  atEnd(() => postgres.stop())
  const server = await launchServer({ connectionString: postgres.connectionString })
  atEnd(() => server.close())
  return server
}

async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: chromiumArguments,
    handleSIGINT: false,
  })
  atEnd(() => browser.close())
  return browser
}
