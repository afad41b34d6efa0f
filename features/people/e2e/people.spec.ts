import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { fill, rows } from '../testing/people-stage.ts'

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  await fill(server)
  await signIn(page.context(), server)
})

test('are downloaded with the current filter, and replace the list on a phone', async ({ page }) => {
  await test.step('downloaded', async () => {
    await page.goto(`${peoplePaths.adminPeople}?q=harbor`)
    await expect(rows(page)).toHaveCount(1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download for Excel (1 shown)' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^people-.*\.csv$/)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString('utf8').split('\r\n')
    expect(lines[0]?.startsWith('\ufeff"Form"')).toBe(true)
    expect(lines.slice(1, -1)).toHaveLength(1)
    expect(lines[1]).toContain('"Bea"')
    await expect(page.getByRole('link', { name: 'Download CSV (1 shown)' })).toBeVisible()
    await page.getByLabel('Search').fill('zzz')
    await expect(page.getByRole('heading', { name: 'No one found' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Download/ })).toHaveCount(0)
  })
  await test.step('on a phone, with a link back to the list', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${peoplePaths.adminPeople}?status=new`)
    await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
    await expect(page.getByLabel('Status')).toBeHidden()
    await page.getByRole('button', { name: 'Filter (1)' }).click()
    await page.getByLabel('Status').selectOption('All statuses')
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    await page.getByRole('link', { name: 'Bea' }).click()
    await expect(page.getByRole('heading', { name: 'Bea' })).toBeFocused()
    await expect(rows(page).first()).toBeHidden()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(page.getByRole('link', { name: 'Bea' })).toBeFocused()
  })
})
