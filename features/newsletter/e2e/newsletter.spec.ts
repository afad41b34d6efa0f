import { paths } from '../../../core/contract/paths.ts'
import { withLink } from '../../../core/server/mail/encrypted-link.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

test.beforeEach(({ server }) => emptyTables(server))

test('a newsletter goes through the Outbox; subscribers are managed', async ({ page, context, server }) => {
  await server.query(`insert into settings values ('organisation', '{"postalAddress":"1 Main St"}')`)
  await server.query(`select pg_notify('page_cache', 'site')`)
  await server.query(
    `insert into newsletter_subscriptions (email, is_active, end_reason)
     values ('ann@example.org', true, null), ('bea@example.org', false, 'bounced'), ('cy@example.org', true, null)`,
  )
  const cookie = await signIn(context, server)
  const json = { title: 'Bread and data', content: '<p>Knead it well.</p>', isPublished: true }
  await server.send('/api/blog', { cookie, json })
  await page.goto(newsletterPaths.admin)
  await page.getByRole('button', { name: 'Send a post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a post' })
  await dialog.getByRole('button', { name: 'Bread and data' }).click()
  await expect(dialog.getByText('This post goes to 2 people.')).toBeVisible()
  const preview = dialog.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: 'Bread and data' })).toBeVisible()
  await expect(preview.getByText('Knead it well.')).toHaveCSS('font-size', '17px')
  await expect(dialog.getByText('Email isn’t set up')).toContainText('2 emails would wait in the Outbox')
  await dialog.getByRole('button', { name: 'Send to 2 people' }).click()
  const question = page.getByRole('dialog', { name: 'Send to 2 people?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Send to 2 people' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Send to 2 people' }).click()
  await question.getByRole('button', { name: 'Put in Outbox' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 emails will wait in the Outbox', { exact: true })).toBeVisible()
  const issue = page.getByRole('article', { name: 'Bread and data' })
  await expect(issue.getByText('Waiting in Outbox')).toBeVisible()
  await page.getByRole('button', { name: 'Send a post' }).click()
  await dialog.getByRole('button', { name: 'Bread and data' }).click()
  await expect(
    dialog.getByText('2 emails are waiting in the Outbox. There’s no one else to send it to.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(issue.getByRole('link', { name: 'Open Outbox' })).toHaveAttribute('href', paths.adminOutbox)
  await expect(issue.getByRole('button', { name: /^Pause/ })).toHaveCount(0)

  // After each action, the button that replaces the clicked one is focused.
  await page.getByRole('button', { name: 'Remove cy@example.org' }).click()
  await page
    .getByRole('dialog', { name: 'Remove this subscriber?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  const erase = page.getByRole('button', { name: 'Delete... cy@example.org' })
  await expect(erase).toBeFocused()
  await expect(page.getByText(/^From \S.* until \S/)).toBeVisible()
  await page.getByRole('button', { name: 'Try this address again (bea@example.org)' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove bea@example.org' })).toBeFocused()
  await expect
    .poll(() => server.query('select is_active from newsletter_subscriptions order by id'))
    .toEqual([{ is_active: true }, { is_active: true }, { is_active: false }])
  await expect
    .poll(() => server.query('select 1 from newsletter_issues where finished_at is not null'))
    .toHaveLength(1)
  await server.query(`update outbox_messages set status = 'sent' where status = 'queued'`)
  await page.reload()
  await expect(issue.getByText('1 of 1 sent. 1 skipped (no longer subscribed).')).toBeVisible()
  await erase.click()
  await page
    .getByRole('dialog', { name: 'Permanently delete this person?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('button', { name: 'Remove bea@example.org' })).toBeFocused()
  await expect(erase).toBeHidden()
  expect(await server.query('select email from newsletter_subscriptions order by id')).toEqual([
    { email: 'ann@example.org' },
    { email: 'bea@example.org' },
  ])
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send a post' }).click()
  await dialog.getByRole('button', { name: 'Bread and data' }).click()
  await expect(dialog.getByText('Now it goes only to the 1 person who doesn’t have it.')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor subscribes, confirms by email, and unsubscribes', async ({ page, server }) => {
    await page.goto(paths.home)
    await page.getByLabel('Your email', { exact: true }).fill('ann@example.org')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('heading', { name: 'Watch your inbox' })).toBeVisible()
    const [row] = await server.query<{ text: string; html: string; sealedLink: string }>(
      `select text, html, sealed_link as "sealedLink" from outbox_messages where kind = 'confirmation'`,
    )
    if (!row) throw new Error('there is no mail')
    const { text } = await withLink(server.instance.db, row)
    await page.goto(new URL(/http\S+confirm\S+/.exec(text)?.[0] ?? '').pathname)
    await page.getByRole('button', { name: 'Yes, Sign Me Up' }).click()
    await expect(page.getByRole('heading', { name: 'You’re subscribed' })).toBeVisible()
    await page.getByRole('link', { name: 'How often should we email you?' }).click()
    await page.getByLabel('Once a month at most').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()
    expect(await server.query('select is_active, frequency, source from newsletter_subscriptions')).toEqual([
      { is_active: false, frequency: 'monthly', source: '/' },
    ])

    // On a phone, an email is not wider than the screen, even with a very long word.
    await page.goto('about:blank')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.setContent(row.html.replace(/<h1>.*?<\/h1>/s, `<h1>${'Supercalifragilistic'.repeat(20)}</h1>`))
    await expect(page.getByRole('heading', { name: /^Supercali/ })).toBeVisible()
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(360)
  })
})
