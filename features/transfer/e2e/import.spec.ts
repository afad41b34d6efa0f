import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { emptyTables, expect, inLongRuns, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { photo } from '../../media/testing/test-media.ts'
import { importPartBytes } from '../contract/imports.ts'
import { writeGhostExport } from '../testing/ghost-export.ts'
import { wordpressSite, writeWordpressExport } from '../testing/wordpress-export.ts'
import { writeZip } from '../testing/zip.ts'

test.use({ expectedErrors: /Failed to load resource/ })
test.beforeEach(({ server }) => emptyTables(server))

const folders: string[] = []
test.afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Writes an old site with two posts, and a zip of its pictures that has two parts. */
async function writeSite() {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-import-spec-'))
  folders.push(folder)
  const site = join(folder, 'old-site.xml')
  const uploads = join(folder, 'uploads.zip')
  const source = `${wordpressSite}/wp-content/uploads/2024/05`
  await writeWordpressExport(site, {
    posts: [
      {
        id: 1,
        slug: 'boats',
        title: 'Boats',
        content: `<p>Words.</p><p><img src="${source}/boat.jpg" alt="A boat"></p>`,
      },
      {
        id: 2,
        slug: 'lost',
        title: 'Lost',
        content: `<p>Words.</p><p><img src="${source}/lost.jpg" alt="Lost"></p>`,
      },
    ],
  })
  await writeZip(uploads, [
    { path: 'wp-content/uploads/2024/05/boat.jpg', content: await photo() },
    {
      path: 'wp-content/uploads/2024/05/long.bin',
      content: Buffer.alloc(importPartBytes, 7),
      compress: false,
    },
  ])
  return { site, uploads }
}

async function choose(page: Page, { site, uploads }: { site: string; uploads: string }): Promise<void> {
  await page.getByLabel('File of the old site').setInputFiles(site)
  await page.getByLabel('Archive of its images (optional)').setInputFiles(uploads)
}

test('an owner uploads, goes on after a reload, checks, imports, and undoes', async ({ page, server }) => {
  await signIn(page.context(), server)
  const files = await writeSite()
  await page.goto(paths.adminSettingsTab('import'))
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await expect(page.getByText('Choose the file of the old site.')).toBeVisible()
  await page
    .getByLabel('File of the old site')
    .setInputFiles({ name: 'empty.xml', mimeType: 'text/xml', buffer: Buffer.alloc(0) })
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await expect(page.getByText('“empty.xml” is empty. Choose another file.')).toBeVisible()

  // The second part of the pictures never arrives.
  const held = '**/files/uploads/parts/2'
  await page.route(held, () => {})
  await choose(page, files)
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await expect(page.getByRole('heading', { name: 'Uploading' })).toBeVisible()
  await expect
    .poll(() =>
      server.query('select from stored_parts where ready_at is not null').then((rows) => rows.length),
    )
    .toBe(2)
  await page.reload()
  await page.unroute(held)
  await expect(page.getByText('2 of 3 parts are here')).toBeVisible()
  await page.getByLabel('File of the old site').setInputFiles(files.uploads)
  await page.getByRole('button', { name: 'Continue upload' }).click()
  await expect(page.getByText('Choose old-site.xml and uploads.zip again')).toBeVisible()
  await choose(page, files)
  await page.getByRole('button', { name: 'Continue upload' }).click()

  await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('definition').first()).toHaveText('2')
  await expect(page.getByText('Missing images')).toBeVisible()
  await expect(page.getByText(/Its file is not in the upload/)).toBeVisible()
  expect(await server.query('select from blog_posts')).toEqual([])

  await page.getByRole('button', { name: 'Start import' }).click()
  await page.reload()
  const done = page.getByRole('article', { name: 'old-site.xml' })
  await expect(done.getByText('Complete')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('status').getByText('The import of old-site.xml is complete')).toBeVisible()
  await done.getByRole('button', { name: 'Show notes' }).click()
  await expect(done.getByText(/In “Lost”/)).toBeVisible()
  await done.getByLabel('Search these notes').fill('nothing like this')
  await expect(done.getByText('No notes match.')).toBeVisible()
  const download = page.waitForEvent('download')
  await done.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^import-1-import-.*\.csv$/)

  await server.query(`update blog_posts set version = version + 1 where slug = 'lost'`)
  await done.getByRole('button', { name: /^Undo/ }).click()
  const question = page.getByRole('dialog', { name: 'Undo this import?' })
  await question.getByRole('button', { name: 'Undo import' }).click()
  await expect(done.getByText('Undone')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('status').getByText('The import of old-site.xml is undone')).toBeVisible()
  await expect(done.getByText('It was edited after the import, so it stays.')).toBeVisible()
  expect(await server.query('select slug from blog_posts')).toEqual([{ slug: 'lost' }])
})

test(
  'an owner names the old site of a Ghost file, and its links lead there',
  inLongRuns,
  async ({ page, server }) => {
    await signIn(page.context(), server)
    const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-import-spec-'))
    folders.push(folder)
    const site = join(folder, 'old.ghost.json')
    const html = '<p><a href="__GHOST_URL__/content/files/plan.docx">The plan</a></p>'
    await writeGhostExport(site, { posts: [{ id: '1', slug: 'plans', html }] })
    await page.goto(paths.adminSettingsTab('import'))
    await page.getByLabel('File of the old site').setInputFiles(site)
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/the address of that site is unknown/)).toBeVisible()
    const address = page.getByLabel('Address of the old site (optional)')
    await address.fill('old site')
    await page.getByRole('button', { name: 'Start import' }).click()
    await expect(page.getByText(/Enter the address of the home page of the old site/)).toBeVisible()
    await address.fill('old.example')
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('heading', { name: 'Ready to import' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/the address of that site is unknown/)).toHaveCount(0)
    await expect(address).toHaveValue('https://old.example')
    await page.getByRole('button', { name: 'Start import' }).click()
    const done = page.getByRole('article', { name: 'old.ghost.json' })
    await expect(done.getByText('Complete')).toBeVisible({ timeout: 30_000 })
    expect(await server.query('select content from blog_posts')).toEqual([
      { content: '<p><a href="https://old.example/content/files/plan.docx">The plan</a></p>' },
    ])
  },
)
