import sharp from 'sharp'
import { paths } from '../../../core/contract/paths.ts'
import { withLink } from '../../../core/server/mail/encrypted-link.ts'
import { countClicks } from '../../../tests/e2e/clicks.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
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
  await expect(dialog.getByText('This goes to 2 people.')).toBeVisible()
  const preview = dialog.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: 'Bread and data' })).toBeVisible()
  await expect(preview.getByText('Knead it well.', { exact: true })).toHaveCSS('font-size', '17px')
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

test.describe('with a refused save', () => {
  test.use({ expectedErrors: /422/ })

  test('a post is published and emailed together, with two clicks', async ({ page, context, server }) => {
    await server.query(`insert into settings values ('organisation', '{"postalAddress":"1 Main St"}')`)
    await server.query(`select pg_notify('page_cache', 'site')`)
    await server.query(`insert into newsletter_subscriptions (email) values ('ann@example.org')`)
    const cookie = await signIn(context, server)
    const json = { title: 'Bread and data', content: '<p>Knead it well.</p>' }
    const post = await (await server.send('/api/blog', { cookie, json })).json()
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Bread, at last')
    await page.getByRole('button', { name: 'Publish and email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish and email' })
    const email = dialog.frameLocator('iframe')
    await expect(email.getByRole('heading', { name: 'Bread, at last' })).toBeVisible()
    await dialog.getByLabel('A few words above the post').fill('Dear friends')
    await expect(email.getByText('Dear friends')).toBeVisible()
    await dialog.getByRole('button', { name: 'Phone' }).click()
    await expect(dialog.locator('iframe')).toHaveJSProperty('clientWidth', 388)
    expect(await server.query('select is_published from blog_posts')).toEqual([{ is_published: false }])
    await dialog.getByRole('button', { name: 'Publish and email 1 person' }).dblclick()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('1 email will wait in the Outbox', { exact: true })).toBeVisible()
    expect(await server.query('select is_published from blog_posts')).toEqual([{ is_published: true }])
    expect(await server.query('select subject from newsletter_issues')).toEqual([
      { subject: 'Bread, at last' },
    ])

    // A post that cannot be published is not emailed.
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('')
    await server.query(`insert into newsletter_subscriptions (email) values ('bea@example.org')`)
    await page.getByRole('button', { name: 'Email this post' }).click()
    const again = page.getByRole('dialog', { name: 'Email this post' })
    await expect(again.getByText('Title and content are required.')).toBeVisible()
    await expect(again.getByRole('button', { name: /1 person/ })).toHaveCount(0)
    expect(await server.query('select subject from newsletter_issues')).toHaveLength(1)
  })
})

test('an issue without a post is scheduled and canceled', async ({ page, context, server }) => {
  await server.query(`insert into settings values ('organisation', '{"postalAddress":"1 Main St"}')`)
  await server.query(`select pg_notify('page_cache', 'site')`)
  await server.query(`insert into newsletter_subscriptions (email) values ('ann@example.org')`)
  await signIn(context, server)
  await page.goto(newsletterPaths.admin)
  await page.getByRole('button', { name: 'Write an issue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write an issue' })
  await dialog.getByLabel('Subject *').fill('Closed on Friday')
  await dialog.getByLabel('Your words *').fill('See you on Monday.')
  await dialog.getByLabel('Send at').fill('2100-01-02T09:00')
  await expect(dialog.frameLocator('iframe').getByText('See you on Monday.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Schedule for 1 person' }).click()
  await page
    .getByRole('dialog', { name: 'Schedule for 1 person?' })
    .getByRole('button', { name: 'Schedule' })
    .click()
  const issue = page.getByRole('article', { name: 'Closed on Friday' })
  await expect(issue.getByText('Goes out Jan 2, 2100, 9:00 AM')).toBeVisible()
  await expect(issue.getByText('Scheduled', { exact: true })).toBeVisible()
  await issue.getByRole('button', { name: 'Cancel' }).click()
  await expect(issue).toHaveCount(0)
  expect(await server.query('select from newsletter_issues')).toEqual([])
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

test('a post with a picture, a table, and a button is previewed, published, and emailed in few clicks', async ({
  page,
  context,
  server,
}) => {
  await server.query(`insert into settings values ('organisation', '{"postalAddress":"1 Main St"}')`)
  await server.query(`select pg_notify('page_cache', 'site')`)
  await server.query(`insert into newsletter_subscriptions (email) values ('ann@example.org')`)
  await signIn(context, server)
  await page.goto(paths.adminToday)
  const clicks = countClicks()
  const { click } = clicks
  await click(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Writing' }))
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Bread and data')
  const text = page.getByRole('textbox', { name: 'Content' })
  await text.pressSequentially('Knead it well.')
  const insert = async (block: string) => {
    await click(page.getByRole('toolbar').getByRole('button', { name: 'Insert', exact: true }))
    await click(page.getByRole('menuitem', { name: block }))
  }
  await insert('Table')
  await page.getByLabel('Rows').press('Enter')
  await expect(text).toBeFocused()
  for (const cell of ['Day', 'Loaves', 'Monday', '12']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ControlOrMeta+End')
  await insert('Button')
  await page.getByLabel('Button text').fill('See the recipe')
  await page.getByLabel('Button link').fill('example.org/recipe')
  await page.keyboard.press('Enter')
  await click(page.getByRole('toolbar').getByRole('button', { name: 'Image', exact: true }))
  const picture = page.getByRole('dialog')
  const buffer = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#963' } })
    .png()
    .toBuffer()
  await picture
    .locator('input[type="file"]')
    .setInputFiles({ name: 'bread.png', mimeType: 'image/png', buffer })
  await picture.getByRole('textbox', { name: 'Image description' }).fill('A loaf of bread')
  await click(picture.getByRole('button', { name: /insert/i }))
  await expect(text.getByRole('img', { name: 'A loaf of bread' })).toBeVisible()
  await page.getByLabel('Excerpt').fill('Bread by numbers.')

  await click(page.getByRole('button', { name: 'Preview', exact: true }))
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.frameLocator('iframe').getByText('Monday')).toBeVisible()
  await expect(preview.frameLocator('iframe').getByRole('link', { name: 'See the recipe' })).toBeVisible()
  await page.keyboard.press('Escape')
  await click(page.getByRole('button', { name: 'Publish and email' }))
  const dialog = page.getByRole('dialog', { name: 'Publish and email' })
  await expect(dialog.frameLocator('iframe').getByRole('img', { name: 'A loaf of bread' })).toBeVisible()
  await click(dialog.getByRole('button', { name: 'Publish and email 1 person' }))
  await expect(page.getByText('1 email will wait in the Outbox', { exact: true })).toBeVisible()
  await expect
    .poll(() => server.query('select recipient from outbox_messages'))
    .toEqual([{ recipient: 'ann@example.org' }])
  expect(clicks.count).toBeLessThanOrEqual(20)
})
