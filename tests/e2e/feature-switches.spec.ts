import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { insightsPaths } from '../../features/insights/contract/insights-paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { loadTesting, type SwitchedOff } from '../helpers/feature-testing.ts'
import { expectAccessible } from './accessibility.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

// A feature that is switched off leaves no trace but the pages behind links in emails that have been sent. The tests of
// the features have their jobs and emails.

test.use({ expectedErrors: /status of 404/ })

const all = await loadTesting<SwitchedOff>('switched-off.ts', 'switchedOff')

async function switchOff(page: Page, { label, open }: SwitchedOff): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Switch off ${label}?` })
  await expect(dialog).toContainText(open)
  if (label === all[0]?.label) await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByLabel(label, { exact: true })).not.toBeChecked()
}

test('all optional features, switched off and on again', async ({ page, server }) => {
  expect(all.length).toBeGreaterThan(0)
  await emptyTables(server)
  const cookie = await signIn(page.context(), server)
  await server.send('/api/training-waitlist', {
    json: { name: 'Ann', email: 'ann@example.org', message: '' },
  })
  const post = await server.send('/api/blog', {
    cookie,
    json: { title: 'Bread and data', content: '<p>Knead it well.</p>', isPublished: true },
  })
  const { slug } = await post.json()
  const links: string[] = []
  for (const feature of all) links.push(await feature.prepare(server, cookie))
  const menu = page.getByRole('navigation', { name: 'Admin' })
  // The menu shows the parts of the open entry.
  const expectInMenu = async (count: number) => {
    await page.goto(paths.admin)
    await expect(menu.getByRole('link', { name: 'Pages' })).toBeVisible()
    for (const { label } of all) await expect(menu.getByRole('link', { name: label })).toHaveCount(count)
    await page.goto(paths.adminSettingsTab('features'))
  }
  await expectInMenu(1)
  for (const feature of all) await switchOff(page, feature)
  await expectInMenu(0)

  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  for (const path of [
    paths.adminToday,
    peoplePaths.adminPerson('waitlist', 1),
    insightsPaths.adminInsights,
    paths.admin,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const { screens } of all)
      if (screens) await expect(page.getByRole('main')).not.toContainText(screens)
  }
  for (const path of [paths.home, postPaths.blog, `/blog/${slug}`, '/sitemap.xml', '/llms.txt', '/rss.xml']) {
    const shown = await (await page.request.get(path)).text()
    for (const { traces } of all) expect(shown, path).not.toMatch(traces)
  }
  await page.goto(`/blog/${slug}`)
  for (const { requests } of all) expect(loaded.filter((path) => requests.test(path))).toEqual([])
  for (const path of all.flatMap(({ gone }) => gone)) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  }
  for (const [index, feature] of all.entries()) await feature.checkLink(page, links[index] ?? '', server)

  await page.goto(paths.adminSettingsTab('features'))
  for (const { label } of all) {
    await page.getByLabel(label, { exact: true }).click()
    await expect(page.getByLabel(label, { exact: true })).toBeChecked()
  }
  await expectInMenu(1)
  for (const feature of all) await feature.checkBack(page)
})
