import type { Browser, Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { countClicks } from '../../../tests/e2e/clicks.ts'
import { emptyTables, expect, isEveryCase, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { offerPage } from '../words/offer.ts'
import { dayIn, dayNameIn } from './training-stage.ts'

// From a new entry to an accepted day, with the clicks of both sides counted. trainings.spec.ts has everything else
// that the admin does with offers and booked days.

const maxClicks = { admin: 6, client: 2 }

/** A person without an account joins the waitlist on the public page. */
async function joinWaitlist(browser: Browser, server: TestServer): Promise<void> {
  const visitor = await browser.newPage({ baseURL: server.url })
  await visitor.goto(sitePaths.waitlist)
  await visitor.getByLabel('Name *').fill('Ann Example')
  await visitor.getByLabel('Email *').fill('ann@example.org')
  await visitor.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(visitor.getByRole('heading', { name: 'on the list!' })).toBeVisible()
  await visitor.close()
}

/** The admin offers two days to the new person. Returns the number of clicks. */
async function offerDays(page: Page): Promise<number> {
  const admin = countClicks()
  await page.goto(paths.adminToday)
  await admin.click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'People' }))
  await admin.click(page.getByRole('link', { name: 'Ann Example' }))
  await admin.click(page.getByRole('link', { name: 'Offer training days' }))
  for (const ahead of [8, 9])
    await admin.click(page.getByRole('button', { name: new RegExp(`^${dayNameIn(ahead)}`) }))
  await seePreview(page)
  await admin.click(page.getByRole('button', { name: 'Send offer' }))
  await expect(page.getByRole('heading', { name: 'Offer to Ann Example' })).toContainText('Sent')
  return admin.count
}

/** Before anything is sent, the client's page and the email are shown. Returns to the form. */
async function seePreview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  const offered = preview.frameLocator('iframe[title="Preview: The offer"]')
  await expect(offered.getByRole('radio')).toHaveCount(2)
  await preview.getByRole('button', { name: 'The email' }).click()
  await expect(preview.frameLocator('iframe').getByText('Hello Ann Example')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
}

/** The client opens the link of the email and accepts a day. Returns the number of clicks. */
async function acceptDay(page: Page, link: string): Promise<number> {
  const client = countClicks()
  await page.goto(link)
  await client.click(page.getByRole('radio').nth(1))
  await client.click(page.getByRole('button', { name: offerPage.open.accept }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(offerPage.booked.title)
  return client.count
}

for (const width of isEveryCase ? [390, 1440] : [390])
  test(`a new entry becomes a booked day in few clicks, ${width} px wide, the client with and without script`, async ({
    browser,
    page,
    server,
  }) => {
    for (const javaScriptEnabled of [true, false]) {
      await emptyTables(server)
      await joinWaitlist(browser, server)
      const viewport = { width, height: 844 }
      await page.setViewportSize(viewport)
      await signIn(page.context(), server)
      expect(await offerDays(page)).toBeLessThanOrEqual(maxClicks.admin)

      const shown = await page.getByLabel('Link for Ann Example').inputValue()
      expect(
        await server.query(
          `select kind from outbox_messages where recipient = 'ann@example.org' and kind = 'offer'`,
        ),
      ).toHaveLength(1)

      const link = server.url + new URL(shown).pathname
      const client = await browser.newPage({ javaScriptEnabled, viewport })
      expect(await acceptDay(client, link)).toBeLessThanOrEqual(maxClicks.client)
      await client.close()
      expect(
        await server.query(
          'select day::text, status from trainings join training_waitlist as entry on entry.id = entry_id',
        ),
      ).toEqual([{ day: dayIn(9), status: 'booked' }])

      await page.reload()
      await expect(page.getByRole('heading', { name: 'Offer to Ann Example' })).toContainText('Accepted')
    }
  })
