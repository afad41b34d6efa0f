import { paths } from '../../contracts/paths.ts'
import { withLink } from '../../server/mail/encrypted-link.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { findViolations } from './accessibility.ts'
import { emptyTables, expect, test } from './fixtures.ts'

async function readLink({ instance, query }: TestServer): Promise<string> {
  const find = () =>
    query<{ text: string; html: null; sealedLink: string }>(
      `select text, html, sealed_link as "sealedLink" from outbox_messages where kind = 'rights' order by id desc limit 1`,
    )
  // A background job writes the email.
  await expect.poll(find, { timeout: 15_000 }).toHaveLength(1)
  const [mail] = await find()
  if (!mail) throw new Error('there is no email')
  return new URL(/http\S+/.exec((await withLink(instance.db, mail)).text)?.[0] ?? '').pathname
}

test.beforeEach(async ({ server }) => emptyTables(server))

test('a person requests the link, downloads a copy, deletes everything, and can reload the receipt', async ({
  page,
  server,
}) => {
  const json = { name: 'Ann Example', email: 'ann@example.org', message: 'Grants, please' }
  await server.send(paths.api.trainingWaitlist, { json })
  await page.goto(paths.privacyPolicy)
  await page.getByRole('link', { name: 'Your data' }).first().click()
  await page.getByLabel('Your email *').fill('ann@example.org')
  await page.getByRole('button', { name: 'Send Me the Link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'We got your request' })).toBeVisible()

  await page.goto(await readLink(server))
  await expect(page.getByText('Grants, please')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download a copy' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('your-data.json')

  await page.getByRole('button', { name: 'Delete My Data Now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your data is deleted' })).toBeVisible()
  await expect(page.getByText('1 entry on the waitlist')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 entry on the waitlist')).toBeVisible()
  expect(await server.query('select * from training_waitlist')).toEqual([])

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(320)
})
