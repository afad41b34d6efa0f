import { expect } from '../../../tests/e2e/fixtures.ts'
import { type Stage, testScreenStates } from '../../../tests/e2e/screen-states.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

const signInAsHelper = ({ page, server }: Pick<Stage, 'page' | 'server'>) =>
  signIn(page.context(), server, { username: 'Hana', role: 'helper' })

testScreenStates(['a newsletter before it is sent'], {
  async 'the newsletter'({ page, server }) {
    await server.query('truncate newsletter_subscriptions, newsletter_issues cascade')
    await server.query(
      `insert into newsletter_subscriptions (email, is_active, end_reason, consent, source)
       values ('ann@example.org', true, null, 'Yes, please.', '/'), ('bea@example.org', false, 'bounced', null, null)`,
    )
    await server.query(
      `insert into newsletter_issues (subject, text, html, started_by) values ('Bread and data', '', '', 'Ann')`,
    )
    await server.query(
      'insert into newsletter_copies (issue_id, subscription_id) select i.id, s.id from newsletter_issues i, newsletter_subscriptions s',
    )
    await page.goto(newsletterPaths.admin)
    await expect(page.getByRole('button', { name: 'Remove ann@example.org' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open Outbox' })).toBeVisible()
  },
  async 'the newsletter, for a helper'({ page, server }) {
    await server.query(`insert into newsletter_subscriptions (email) values ('ann@example.org')`)
    await page.goto(newsletterPaths.admin)
    await expect(page.getByRole('button', { name: 'Send a post' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove ann@example.org' })).toBeVisible()
    await signInAsHelper({ page, server })
    await page.reload()
    await expect(page.getByText('Editors and owners send newsletters and manage the list.')).toBeVisible()
    await expect(page.getByRole('strong').getByText('ann@example.org')).toBeVisible()
    for (const name of ['Send a post', 'Import subscribers', 'Remove ann@example.org'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
  },
  async 'a newsletter before it is sent'({ page, server }) {
    await server.query(`insert into settings values ('organisation', '{"postalAddress":"1 Main St"}')`)
    await server.query(`select pg_notify('page_cache', 'site')`)
    await page.goto(newsletterPaths.admin)
    await page.getByRole('button', { name: 'Send a post' }).click()
    await page.getByRole('region', { name: 'Published posts' }).getByRole('listitem').first().click()
    await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  },
  async 'importing addresses'({ page }) {
    await page.goto(newsletterPaths.admin)
    await page.getByRole('button', { name: 'Import subscribers' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
})
