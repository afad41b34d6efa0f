import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'

import { emptyTables, expect, isAlive, test } from './fixtures.ts'

const joined = "You're on the list! We'll be in touch soon."

test.beforeEach(async ({ server }) => emptyTables(server))

test.describe('in the dialog', () => {
  test('opens at the first click, joins, shows a toast, and is empty the next time', async ({
    page,
    server,
  }) => {
    await page.goto(paths.home)
    const open = page.getByRole('link', { name: 'Join Waitlist' })
    const readStart = async () =>
      (await (await page.waitForResponse(`**${paths.api.formStart}`)).json()) as { start: string }
    const firstStart = readStart()
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Join the On-Site Training Waitlist' })
    await expect(dialog).toBeVisible()
    const { start } = await firstStart

    await dialog.getByLabel('Name *').fill('Ann Example')
    await dialog.getByLabel('Email *').fill('ann@example.org')
    await dialog.getByLabel('Phone').fill('555 0100')
    await dialog.getByLabel('Organization/Company').fill('Food Bank')
    await dialog.getByLabel('Message (Optional)').fill('We are twelve people.')
    const sends = page.waitForRequest(`**${paths.api.trainingWaitlist}`)
    const secondStart = readStart()
    await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
    // When the form is first used, it requests a signed start token. Each token is valid for one entry, so the next
    // entry gets a new one.
    expect((await sends).postDataJSON()).toMatchObject({ start })
    expect((await secondStart).start).not.toBe(start)

    await expect(dialog).toBeHidden()
    await expect(page.getByText('Success!', { exact: true })).toBeVisible()
    await expect(page.getByText(joined, { exact: true })).toBeVisible()
    expect(await server.query('select name, email, phone, company, message from training_waitlist')).toEqual([
      {
        name: 'Ann Example',
        email: 'ann@example.org',
        phone: '555 0100',
        company: 'Food Bank',
        message: 'We are twelve people.',
      },
    ])
    // The offer appears where the button is, and has the focus, so that the link is one Tab away.
    await expect(page.getByText('If you like, tell us where you are')).toBeVisible()
    await page.keyboard.press('Tab')
    const plan = page.getByRole('link', { name: 'Help us plan' })
    await expect(plan).toBeFocused()
    await expect(plan).toHaveAttribute('href', /^\/waitlist\/plan\/[\w-]{43}$/)
    await open.click()
    await expect(dialog.getByLabel('Name *')).toHaveValue('')
  })

  test('shows errors under the fields and sends nothing', async ({ page, server }) => {
    await page.goto(paths.home)
    await page.getByRole('link', { name: 'Join Waitlist' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email *').fill('ann@')
    await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
    const summary = dialog.getByRole('alert')
    await expect(summary).toBeFocused()
    await expect(summary).toContainText('Please fix the fields below.')
    const name = dialog.getByLabel('Name *')
    await summary.getByRole('link', { name: 'Name' }).click()
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription('Required')
    await expect(dialog.getByLabel('Email *')).toHaveAccessibleDescription(/valid email address/)
    const error = dialog.getByText('Required', { exact: true }).last()
    // A canvas converts the color, whatever its CSS format, to RGB. The error has to be clearly red.
    const [red = 0, green = 0, blue = 0] = await error.evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d')
      if (!canvas) return []
      canvas.fillStyle = getComputedStyle(element).color
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    })
    expect(red).toBeGreaterThan(1.7 * Math.max(green, blue))
    expect(await server.query('select * from training_waitlist')).toEqual([])
  })

  test('message box is at least 100 pixels high', async ({ page }) => {
    await page.goto(paths.home)
    await page.getByRole('link', { name: 'Join Waitlist' }).click()
    const box = await page.getByRole('dialog').getByLabel('Message (Optional)').boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(100)
  })
})

test.describe('on its page', () => {
  test('joins, shows the success screen, and takes another entry', async ({ page, server }) => {
    await page.goto(paths.waitlist)
    await page.getByLabel('Name *').fill('Ann Example')
    await page.getByLabel('Email *').fill('ann@example.org')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    const thanks = page.getByRole('heading', { level: 1, name: "You're on the list!" })
    await expect(thanks).toBeFocused()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', paths.home)
    const links = page.getByRole('main').getByRole('link')
    // Nothing else is needed, so the offer comes after both buttons, and it is no button.
    await expect(links).toHaveText(['Back to Home', 'Return to Home', 'Submit Another Entry', 'Help us plan'])
    await expect(links.last()).toHaveCSS('display', 'inline')
    await page.getByRole('link', { name: 'Submit Another Entry' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Join the On-Site Training Waitlist' }),
    ).toBeFocused()
    await expect(page.getByLabel('Name *')).toHaveValue('')
    expect(await server.query('select name, email, phone from training_waitlist')).toEqual([
      { name: 'Ann Example', email: 'ann@example.org', phone: null },
    ])
  })
})

test.describe('toasts', () => {
  async function failOnce(page: Page) {
    await page.getByLabel('Name *').fill('Ann Example')
    await page.getByLabel('Email *').fill('ann@example.org')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    return page.getByRole('listitem').filter({ hasText: 'Error' })
  }

  test.beforeEach(async ({ page }) => {
    let requests = 0
    await page.route(`**${paths.api.trainingWaitlist}`, (route) =>
      route.fulfill({ json: { success: false, message: `Please call us. (${++requests})` } }),
    )
    await page.clock.install()
    await page.goto(paths.waitlist)
  })

  test('are shown one at a time, for five seconds', async ({ page }) => {
    await page.getByLabel('Name *').focus()
    await isAlive(page, 'WaitlistPanel')
    // Pause the clock, so that the toast does not close while the test runs.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    const toast = await failOnce(page)
    await expect(toast).toContainText('(1)')
    await failOnce(page)
    await expect(toast).toContainText('(2)')
    await expect(toast).toHaveCount(1)
    await page.clock.runFor(4800)
    await expect(toast).toBeVisible()
    await page.clock.runFor(400)
    await expect(toast).toBeHidden()
  })

  test('are focused with F8, and closed with their button', async ({ page }) => {
    const toast = await failOnce(page)
    await expect(toast).toBeVisible()
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toBeHidden()
  })

  // The specification dismisses a toast after a swipe of more than 50 px.
  for (const [distance, gone] of [
    [40, false],
    [70, true],
  ] as const)
    test(`a swipe of ${distance} px to the right ${gone ? 'dismisses' : 'does not dismiss'}`, async ({
      page,
    }) => {
      const toast = await failOnce(page)
      const box = await toast.boundingBox()
      if (!box) throw new Error('no toast')
      await page.mouse.move(box.x + 20, box.y + 12)
      await page.mouse.down()
      await page.mouse.move(box.x + 20 + distance / 2, box.y + 12, { steps: 4 })
      await page.mouse.move(box.x + 20 + distance, box.y + 12, { steps: 4 })
      await page.mouse.up()
      await expect(toast).toBeVisible({ visible: !gone })
    })
})
