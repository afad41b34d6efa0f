import { expect } from '@playwright/test'
import type { SwitchedOff } from '../../../tests/helpers/feature-testing.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

export const switchedOff: SwitchedOff = {
  label: 'Newsletter',
  open: '1 unfinished newsletter',
  gone: [newsletterPaths.admin, newsletterPaths.page],
  traces: /\/newsletter|newsletter-|NewsletterPanel/,
  requests: /newsletter/i,
  async prepare(server) {
    const [reader] = await server.query<{ token: string }>(
      `insert into newsletter_subscriptions (email) values ('ann@example.org') returning token`,
    )
    await server.query(
      `insert into newsletter_issues (subject, text, html, started_by)
       values ('Bread and data', 'Knead', '<p>Knead</p>', 'admin')`,
    )
    return newsletterPaths.unsubscribe(reader?.token ?? '')
  },
  async checkLink(page, link, server) {
    await page.goto(link)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect
      .poll(() => server.query('select is_active from newsletter_subscriptions'))
      .toEqual([{ is_active: false }])
  },
  async checkBack(page) {
    await page.goto(newsletterPaths.admin)
    await expect(page.getByRole('main')).toContainText('Bread and data')
  },
}
