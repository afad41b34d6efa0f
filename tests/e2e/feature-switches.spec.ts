import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { insightsPaths } from '../../features/insights/contract/insights-paths.ts'
import { newsletterPaths } from '../../features/newsletter/contract/newsletter-paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { trainingPaths } from '../../features/trainings/contract/trainings.ts'
import { book, join, sendOffer } from '../../features/trainings/e2e/training-stage.ts'
import { offerPage } from '../../features/trainings/words/offer.ts'
import { expectAccessible } from './accessibility.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

// A feature that is switched off leaves no trace but the pages behind links in emails that have been sent. The tests of
// newsletter and trainings have their jobs and emails.

test.use({ expectedErrors: /status of 404/ })

const labels = ['Trainings', 'Newsletter']

async function switchOff(page: Page, label: string, open: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Switch off ${label}?` })
  await expect(dialog).toContainText(open)
  if (label === labels[0]) await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByLabel(label, { exact: true })).not.toBeChecked()
}

test('trainings and newsletter, switched off and on again', async ({ page, server }) => {
  await emptyTables(server)
  const cookie = await signIn(page.context(), server)
  const maya = await join(server, 'Maya')
  const { link } = await sendOffer({ server, cookie }, maya, [8])
  await book({ server, cookie }, await join(server, 'Noor'), [9])
  await server.query(`insert into newsletter_subscriptions (email) values ('ann@example.org')`)
  const [reader] = await server.query<{ token: string }>('select token from newsletter_subscriptions')
  const post = await server.send('/api/blog', {
    cookie,
    json: { title: 'Bread and data', content: '<p>Knead it well.</p>', isPublished: true },
  })
  const { id, slug } = await post.json()
  await server.query(
    `insert into newsletter_issues (post_id, subject, text, html, started_by)
     values ($1, 'Bread and data', 'Knead', '<p>Knead</p>', 'admin')`,
    [id],
  )
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await page.goto(paths.adminSettings)
  for (const name of labels) await expect(menu.getByRole('link', { name })).toBeVisible()

  await switchOff(page, 'Trainings', '1 open offer, 1 coming training day')
  await switchOff(page, 'Newsletter', '1 unfinished newsletter')
  for (const name of labels) await expect(menu.getByRole('link', { name })).toHaveCount(0)

  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  for (const path of [
    paths.adminToday,
    peoplePaths.adminPerson('waitlist', maya),
    insightsPaths.adminInsights,
    paths.admin,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('main')).not.toContainText(/an offer|offers|offer training|trainings/i)
  }
  for (const path of [trainingPaths.admin, newsletterPaths.admin]) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  }
  for (const path of [paths.home, postPaths.blog, `/blog/${slug}`, '/sitemap.xml', '/llms.txt', '/rss.xml']) {
    const shown = await page.request.get(path)
    expect(await shown.text(), path).not.toMatch(/\/newsletter|newsletter-|NewsletterPanel|\/offer\//)
  }
  await page.goto(`/blog/${slug}`)
  expect((await page.goto(newsletterPaths.page))?.status()).toBe(404)
  expect(loaded.filter((path) => /newsletter|training|offer|planner/.test(path))).toEqual([
    trainingPaths.admin,
    newsletterPaths.admin,
    newsletterPaths.page,
  ])

  await page.goto(newsletterPaths.unsubscribe(reader?.token ?? ''))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect
    .poll(() => server.query('select is_active from newsletter_subscriptions'))
    .toEqual([{ is_active: false }])
  await page.goto(new URL(link ?? '').pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(offerPage.ended.paused.title)
  await expectAccessible(page)

  await page.goto(paths.adminSettings)
  for (const name of labels) {
    await page.getByLabel(name, { exact: true }).click()
    await expect(menu.getByRole('link', { name })).toBeVisible()
  }
  await menu.getByRole('link', { name: 'Trainings' }).click()
  await page.getByRole('tab', { name: 'Booked' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Noor')
  await page.goto(paths.adminToday)
  await expect(page.getByRole('heading', { name: 'Emails about trainings are waiting' })).toBeVisible()
})
