import type { Locator } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { emptyTables, expect, test } from './fixtures.ts'

const sent = 'We got your message'
const columns =
  'select name, company, email, phone, industry, services, timeline, source from contact_submissions'

test.beforeEach(async ({ server }) => emptyTables(server))

async function fill(form: Locator): Promise<void> {
  await form.getByLabel('Your name *').fill('Ann Example')
  await form.getByLabel('Organization/Company *').fill('Food Bank')
  await form.getByLabel('Your email *').fill('ann@example.org')
}

test.describe('on its page', () => {
  test.describe('when the network is gone', () => {
    test.use({ expectedErrors: /ERR_TIMED_OUT/ })
    test('keeps the text, and a double click sends once', async ({ page, server }) => {
      const toaster = page.waitForResponse(/toaster/)
      await page.goto(paths.contact)
      const main = page.getByRole('main')
      await fill(main)
      await (await toaster).finished()
      await page.route(/toaster/, (route) => route.abort('timedout'))
      let requests = 0
      const failing = Promise.withResolvers<void>()
      await page.route(`**${paths.api.contact}`, async (route) => {
        requests++
        await failing.promise
        await route.abort('timedout')
      })
      const button = main.getByRole('button', { name: /Send/ })
      await button.dblclick()
      await expect(button).toHaveText('Sending...')
      failing.resolve()
      await expect(main.getByRole('alert')).toContainText('There was a problem sending your message.')
      expect(requests).toBe(1)
      await expect(main.getByLabel('Your name *')).toHaveValue('Ann Example')
      await page.unroute(`**${paths.api.contact}`)
      await button.click()
      await expect(page.getByText("Thank you! We'll be in touch soon.", { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: sent })).toBeVisible()
      expect(await server.query(columns)).toHaveLength(1)
    })
  })
})
