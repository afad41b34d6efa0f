import { test as base, expect, type Page } from '@playwright/test'
import { launchServer, type TestServer } from '../helpers/launch-server.ts'
import { createTestDatabase } from '../helpers/test-database.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** Console errors that a test provokes on purpose, for example a refused call. */
  expectedErrors: RegExp | undefined
}
type WorkerFixtures = { server: TestServer }

/**
 * Every worker has a server and a database. A console error, an exception or a request that leaves this
 * machine fails the test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const template = process.env.TEMPLATE_URL
      if (!template) throw new Error('tests/e2e/global-setup.ts has not run')
      const server = await launchServer({ connectionString: await createTestDatabase(template) })
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

const written =
  'outbox_messages, newsletter_subscriptions, newsletter_confirmations, newsletter_issues, training_waitlist, contact_submissions, person_notes, person_deletions, deletion_ledger, data_links, rate_counters, users, sessions, known_devices, settings, blog_posts, post_slugs'

/**
 * What `truncate ... restart identity cascade` does, for a few rows in a tenth of its time: that one makes new files
 * for every table and index.
 */
const emptying = `do $$ declare found record; begin
  for found in
    with recursive emptied (id) as (
      select unnest('{${written}}'::regclass[])::oid
      union select conrelid from pg_constraint join emptied on confrelid = id where contype = 'f')
    select id::regclass as name, pg_get_serial_sequence(id::regclass::text, attname) as numbers
    from emptied left join pg_attribute on attrelid = id and attname = 'id'
  loop
    execute format('lock table %s in access exclusive mode', found.name);
    execute format('delete from %s', found.name);
    perform setval(found.numbers, 1, false);
  end loop;
end $$`

/** Empties what journeys write, so that each starts alone. */
export async function emptyTables(server: TestServer): Promise<void> {
  await server.query(emptying)
  // Pages and the organization's name may be kept from what was there before.
  await server.query(`select pg_notify('page_cache', 'site posts')`)
}

/** What a toast lies over cannot be pressed for five seconds. On a slow machine it has gone by itself. */
export async function closeToast(page: Page): Promise<void> {
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  const close = toasts.getByRole('button', { name: 'Close' })
  await close.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
  await expect(toasts.getByRole('listitem')).toHaveCount(0)
}

/** Waits until an island that needs somebody's hand is alive. */
export async function isAlive(page: Page, name: string): Promise<void> {
  await expect(page.locator(`[data-island="${name}"][data-alive]`)).toBeAttached()
}
