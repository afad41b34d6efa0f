import { test as base, expect, type Page } from '@playwright/test'
import { createTableEmptier } from '../helpers/empty-tables.ts'
import { createQueryPool, launchServer, type TestServer } from '../helpers/launch-server.ts'
import { createTestDatabase } from '../helpers/test-database.ts'
import { signIn } from './sign-in.ts'

export { expect } from '@playwright/test'

/** True in `npm run test:long`. `npm test` checks some of many similar cases. */
export const isEveryCase = Boolean(process.env.EVERY_CASE)

/** Marks a test that runs in `npm run test:long` only, or when its file is named. */
export const inLongRuns = { tag: '@long' }

type Fixtures = {
  /** Console errors that a test expects, for example for a refused request */
  expectedErrors: RegExp | undefined
}
type WorkerFixtures = { server: TestServer }

/**
 * Gives each worker a server with a database. A console error, an exception, or a request to another host fails the
 * test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const server = await launchWorkerServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectedErrors: [undefined, { option: true }],
  context: async ({ context, server, expectedErrors }, use) => {
    const unexpected: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error' && !expectedErrors?.test(message.text()))
        unexpected.push(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => unexpected.push(`exception: ${error.error().message}`))
    context.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(server.url) && !/^(data|blob|about):/.test(url))
        unexpected.push(`outside request: ${url}`)
    })
    await use(context)
    expect(unexpected).toEqual([])
  },
})

/** Starts a server for one worker, with a new database. */
export async function launchWorkerServer(
  options: Omit<Parameters<typeof launchServer>[0], 'connectionString'> = {},
): Promise<TestServer> {
  const template = process.env.TEMPLATE_URL
  if (!template) throw new Error('tests/e2e/global-setup.ts has not run')
  const connectionString = await createTestDatabase(template)
  const pool = createQueryPool(connectionString)
  const emptier = await createTableEmptier(async (text) => (await pool.query(text)).rows)
  const launched = await launchServer({ ...options, connectionString, pool })
  const server = {
    ...launched,
    async close() {
      await launched.close()
      await pool.end()
    },
  }
  emptiers.set(server, emptier)
  return server
}

const emptiers = new WeakMap<TestServer, () => Promise<void>>()

/** Empties the database, and what the server remembers, so that tests do not depend on each other. */
export async function emptyTables(server: TestServer): Promise<void> {
  const emptier = emptiers.get(server)
  if (!emptier) throw new Error('this server was not started by launchWorkerServer')
  await emptier()
  server.instance.forget()
}

/** Empties the database and signs in as an owner, before each test of a file. */
export async function startSignedIn({ page, server }: { page: Page; server: TestServer }): Promise<void> {
  await emptyTables(server)
  await signIn(page.context(), server)
}

/** Closes toasts, which cover other buttons for five seconds. A toast may already have closed by itself. */
export async function closeToast(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  const close = toasts.getByRole('button', { name: 'Close' })
  await close.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
  await expect(toasts.getByRole('listitem')).toHaveCount(0)
}

/** Waits until an island is hydrated. Some islands hydrate only when they are clicked or focused. */
export async function isAlive(page: Page, name: string): Promise<void> {
  await expect(page.locator(`[data-island="${name}"][data-alive]`)).toBeAttached()
}

/** Scrolls to each island that hydrates when it becomes visible, and back to the top. */
export async function wakeIslands(page: Page): Promise<void> {
  for (const island of await page.locator('[data-island][data-when="visible"]').all()) {
    await island.scrollIntoViewIfNeeded()
    await expect(island).toHaveAttribute('data-alive')
  }
  await page.evaluate(() => scrollTo(0, 0))
}
