import { paths } from '../../contracts/paths.ts'
import { readZipBytes } from '../helpers/read-zip.ts'
import { fillRichSite } from '../helpers/rich-site.ts'
import { serveFiles } from '../helpers/serve-folder.ts'
import { desktop, expectAccessible, findViolations, phone } from './accessibility.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

test.use({ expectedErrors: /Failed to load resource/ })
test.beforeEach(({ server }) => emptyTables(server))

test('an owner exports everything, also with the keyboard and after a reload', async ({ page, server }) => {
  test.setTimeout(120_000)
  await signIn(page.context(), server)
  await fillRichSite(server)
  await page.goto(paths.adminSettingsTab('export'))
  await expect(page.getByText('No exports yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Export everything' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeVisible()
  await page.reload()
  const link = page.getByRole('link', { name: /^Download the export of/ })
  await expect(link).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/30 posts, 1 page, 2 images, 1 file/)).toBeVisible()
  await expect(page.getByText('An export contains personal data')).toBeVisible()
  const download = page.waitForEvent('download')
  await link.click()
  expect((await download).suggestedFilename()).toBe('site.zip')
  await expectAccessible(page, 'the export screen')
})

test('an editor learns that owners export', async ({ page, server }) => {
  await signIn(page.context(), server, { username: 'Eve', role: 'editor' })
  await page.goto(paths.adminSettingsTab('export'))
  await expect(page.getByText('Only owners see this page.')).toBeVisible()
})

test('the copy of the site opens from any folder of any web space', async ({ browser, server }) => {
  test.setTimeout(180_000)
  const { cookie } = await fillRichSite(server)
  const started = await server.send(paths.api.siteExports, { cookie, method: 'POST' })
  const { id } = (await started.json()) as { id: number }
  const isFinished = () => server.query(`select from site_exports where state = 'finished'`)
  await expect.poll(async () => (await isFinished()).length, { timeout: 60_000 }).toBe(1)
  const zip = await server.send(paths.api.siteExportFile(id), { cookie })
  const files = await readZipBytes(Buffer.from(await zip.arrayBuffer()))
  const copy = new Map(
    [...files].flatMap(([path, body]) =>
      path.startsWith('static/') ? [[path.slice('static/'.length), body] as const] : [],
    ),
  )
  const space = await serveFiles(copy, '/some/folder')
  const context = await browser.newContext({ viewport: desktop })
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  context.on('request', (request) => {
    if (!request.url().startsWith(space.url) && !request.url().startsWith('data:'))
      problems.push(`outside request: ${request.url()}`)
  })
  const page = await context.newPage()
  for (const file of [...copy.keys()].filter((path) => path.endsWith('.html'))) {
    await page.goto(space.url + file)
    await page.evaluate(() => document.fonts.ready)
  }
  for (const file of ['index.html', 'blog/index.html', 'waitlist/index.html']) {
    await page.goto(space.url + file)
    expect(await findViolations(page), file).toEqual([])
    await page.setViewportSize({ ...phone, width: 320 })
    const width = await page.evaluate(() => document.scrollingElement?.scrollWidth)
    expect(width, file).toBeLessThanOrEqual(320)
    await page.setViewportSize(desktop)
  }
  await page.goto(`${space.url}waitlist/index.html`)
  await expect(page.getByText('Join the waitlist on our live site:')).toBeVisible()
  await page.goto(`${space.url}about-us/index.html`)
  await page.getByRole('link', { name: 'contact', exact: true }).click()
  await expect(page).toHaveURL(`${space.url}contact/index.html`)
  expect(problems).toEqual([])
  expect(space.missing).toEqual([])
  await context.close()
  await space.close()
})
