import { paths } from '../../../core/contract/paths.ts'
import { expect, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import { postPaths } from '../contract/post-paths.ts'
import { addPost } from './post-form.ts'

test.beforeEach(startSignedIn)

test('after a save, the toast says what happened, and what was lost', async ({ page, server, context }) => {
  await test.step('it has links', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(paths.admin)
    const save = page.getByRole('button', { name: 'Save Post' })
    await expect(save).toHaveAccessibleDescription('Save Post saves a draft')
    await page.getByRole('textbox', { name: 'Title' }).fill('Soup night')
    await page.getByRole('textbox', { name: 'Content' }).fill('Bring a bowl.')
    await save.click()
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
    await expect(toast).toContainText('Draft saved')
    await expect(toast.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
    const preview = context.waitForEvent('page')
    await toast.getByRole('button', { name: 'View post' }).click()
    await expect((await preview).getByRole('heading', { level: 1, name: 'Soup night' })).toBeVisible()
    await (await preview).close()

    await page.getByRole('textbox', { name: 'Title' }).fill('Bread night')
    await page.getByRole('textbox', { name: 'Content' }).fill('Bring a knife.')
    await page.getByRole('switch').check()
    await save.click()
    await expect(toast).toContainText('Published')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    await toast.getByRole('button', { name: 'Copy link' }).click()
    await expect(toast).toContainText('Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${server.url}${postPaths.post('bread-night')}`,
    )

    await page.goto(postPaths.adminPost(2))
    await page.getByRole('textbox', { name: 'Content' }).fill('Bring a bread knife.')
    await page.getByRole('button', { name: 'Update Post' }).click()
    await expect(toast).toContainText('Updated')
    const opened = context.waitForEvent('page')
    await toast.getByRole('button', { name: 'View post' }).click()
    await expect(await opened).toHaveURL(postPaths.post('bread-night'))
    await (await opened).close()

    await page.goto(postPaths.adminPost(2))
    await page.getByRole('button', { name: 'Update Post' }).click()
    await toast.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(postPaths.adminPost(2))
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Bread night')
  })
  await test.step('it says until it is closed that text is missing, and links to the earlier version', async () => {
    const { id } = await addPost(server, { title: 'Next Sunday' })
    // The text editor cleans pasted text itself, so the test simulates a server that removes more.
    await page.route('**/api/blog', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), lostText: 400 } })
    })
    await page.clock.install()
    await page.goto(postPaths.adminPost(id))
    await page.getByRole('textbox', { name: 'Content' }).fill('Other words.')
    await page.getByRole('button', { name: 'Update Post' }).click()
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
    await expect(toast).toHaveCount(1)
    await expect(toast).toContainText('But some text is missing:')
    await expect(toast).toContainText('restore an earlier version from Version history')
    await page.clock.fastForward('10:00')
    await toast.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(postPaths.adminPost(id))
    await page.getByRole('button', { name: 'Version history' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
