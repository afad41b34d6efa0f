import type { Locator } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { expect, isAlive, test } from '../../../tests/light/fixtures.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'

const title = 'Contact Us'
const sent = 'We got your message'
const columns =
  'select name, company, email, phone, industry, services, timeline, source from contact_submissions'

async function fill(form: Locator): Promise<void> {
  await form.getByLabel('Your name *').fill('Ann Example')
  await form.getByLabel('Organization/Company *').fill('Food Bank')
  await form.getByLabel('Your email *').fill('ann@example.org')
}

test.describe('on the home page', () => {
  test('loads its code when it is used, and thanks in place', async ({ page, server }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(paths.home)
    const section = page.getByRole('region', { name: title })
    await section.scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(requested.filter((url) => url.includes('contact-panel'))).toEqual([])

    await fill(section)
    await isAlive(page, 'ContactPanel')
    await section.getByLabel('AI training').check()
    await section.getByLabel('A custom app').check()
    await section.getByLabel('When would you like to start?').selectOption('Later this year')
    await section.getByRole('button', { name: 'Send Message' }).click()
    await expect(section.getByRole('heading', { level: 2, name: sent })).toBeFocused()
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
    await section.getByRole('link', { name: 'Send Another Message' }).click()
    await expect(section.getByRole('heading', { level: 2, name: title })).toBeFocused()
    await expect(section.getByLabel('Your name *')).toHaveValue('')
  })
})

test.describe('on its page', () => {
  test('shows errors under the fields, and sends nothing', async ({ page, server }) => {
    await page.goto(sitePaths.contact)
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
      const toaster = page.waitForRequest(/toaster/)
      await page.goto(sitePaths.contact)
      const main = page.getByRole('main')
      await fill(main)
      await toaster
      await page.route(/toaster/, (route) => route.abort('timedout'))
      let requests = 0
      const failing = Promise.withResolvers<void>()
      await page.route('**/api/contact', async (route) => {
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
      await page.unroute('**/api/contact')
      await button.click()
      await expect(page.getByText("Thank you! We'll be in touch soon.", { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: sent })).toBeVisible()
      expect(await server.query(columns)).toHaveLength(1)
    })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /422/ })

  test('works from the home page, and shows errors', async ({ page, server }) => {
    await page.goto(paths.home)
    const section = page.getByRole('region', { name: title })
    await fill(section)
    await section.getByLabel('Your name *').fill(' ')
    await section.getByLabel('AI training').check()
    await section.getByRole('button', { name: 'Send Message' }).click()
    const main = page.getByRole('main')
    await expect(page).toHaveURL(sitePaths.contact)
    await expect(main.getByLabel('Your name *')).toHaveAccessibleDescription('Required')
    await expect(main.getByLabel('AI training')).toBeChecked()
    await main.getByLabel('Your name *').fill('Ann Example')
    await main.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('heading', { level: 1, name: sent })).toBeVisible()
    await expect(main.getByRole('link', { name: /Home/ })).toHaveText(['Back to Home'])
    expect(await server.query(columns)).toMatchObject([{ name: 'Ann Example', services: ['AI training'] }])
  })
})
