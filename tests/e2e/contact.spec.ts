import type { Locator } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { emptyTables, expect, isAlive, test } from './fixtures.ts'

const title = 'Contact Us'
const sent = 'We got your message'
const columns =
  'select name, company, email, phone, industry, services, timeline, source from contact_submissions'

test.beforeEach(async ({ server }) => emptyTables(server))

async function fill(form: Locator): Promise<void> {
  await form.getByLabel('Your name *').fill('Ann Example')
  await form.getByLabel('Organization/Company *').fill('Food Bank')
  await form.getByLabel('Your email *').fill('ann@example.org')
}

test.describe('on the home page', () => {
  test('stands between the training and the foot, loads its code when touched, and thanks in place', async ({
    page,
    server,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(paths.home)
    const part = page.getByRole('region', { name: title })
    await part.scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => url.includes('contact-panel'))).toEqual([])

    await fill(part)
    await isAlive(page, 'ContactPanel')
    await part.getByLabel('AI training').check()
    await part.getByLabel('A custom app').check()
    await part.getByLabel('When would you like to start?').selectOption('Later this year')
    await part.getByRole('button', { name: 'Send Message' }).click()
    await expect(part.getByRole('heading', { level: 2, name: sent })).toBeFocused()
    await expect(page.getByText("Thank you! We'll be in touch soon.", { exact: true })).toBeVisible()
    expect(await server.query(columns)).toEqual([
      {
        name: 'Ann Example',
        company: 'Food Bank',
        email: 'ann@example.org',
        phone: null,
        industry: null,
        services: ['AI training', 'A custom app'],
        timeline: 'Later this year',
        source: paths.home,
      },
    ])
    await part.getByRole('link', { name: 'Send Another Message' }).click()
    await expect(part.getByRole('heading', { level: 2, name: title })).toBeFocused()
    await expect(part.getByLabel('Your name *')).toHaveValue('')
  })
})

test.describe('on its page', () => {
  test('says what to mend under the fields, and sends nothing', async ({ page, server }) => {
    await page.goto(paths.contact)
    const main = page.getByRole('main')
    await main.getByLabel('Your email *').fill('ann@')
    await main.getByRole('button', { name: 'Send Message' }).click()
    const summary = main.getByRole('alert')
    await expect(summary).toBeFocused()
    await summary.getByRole('link', { name: 'Organization' }).click()
    await expect(main.getByLabel('Organization/Company *')).toBeFocused()
    await expect(main.getByLabel('Organization/Company *')).toHaveAccessibleDescription('Required')
    await expect(main.getByLabel('Your email *')).toHaveAccessibleDescription(/valid email address/)
    expect(await server.query(columns)).toEqual([])
  })

  test.describe('when the network is gone', () => {
    test.use({ expectedErrors: /ERR_TIMED_OUT/ })
    test('keeps the text, and a double click sends once', async ({ page, server }) => {
      const toaster = page.waitForResponse(/toaster/)
      await page.goto(paths.contact)
      const main = page.getByRole('main')
      await fill(main)
      await (await toaster).finished()
      await page.route(/toaster/, (route) => route.abort('timedout'))
      let calls = 0
      await page.route(`**${paths.api.contact}`, async (route) => {
        calls++
        await new Promise((resolve) => setTimeout(resolve, 400))
        await route.abort('timedout')
      })
      const button = main.getByRole('button', { name: /Send/ })
      await button.dblclick()
      await expect(button).toHaveText('Sending...')
      await expect(main.getByRole('alert')).toContainText('There was a problem sending your message.')
      expect(calls).toBe(1)
      await expect(main.getByLabel('Your name *')).toHaveValue('Ann Example')
      await page.unroute(`**${paths.api.contact}`)
      await button.click()
      await expect(page.getByText("Thank you! We'll be in touch soon.", { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: sent })).toBeVisible()
      expect(await server.query(columns)).toHaveLength(1)
    })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /422/ })

  test('works from the home page, mistakes included', async ({ page, server }) => {
    await page.goto(paths.home)
    const part = page.getByRole('region', { name: title })
    await fill(part)
    await part.getByLabel('Your name *').fill(' ')
    await part.getByLabel('AI training').check()
    await part.getByRole('button', { name: 'Send Message' }).click()
    const main = page.getByRole('main')
    await expect(page).toHaveURL(paths.contact)
    await expect(main.getByLabel('Your name *')).toHaveAccessibleDescription('Required')
    await expect(main.getByLabel('AI training')).toBeChecked()
    await main.getByLabel('Your name *').fill('Ann Example')
    await main.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('heading', { level: 1, name: sent })).toBeVisible()
    await expect(main.getByRole('link', { name: /Home/ })).toHaveText(['Back to Home'])
    expect(await server.query(columns)).toMatchObject([{ name: 'Ann Example', services: ['AI training'] }])
  })
})
