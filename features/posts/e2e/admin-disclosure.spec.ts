import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { emptyTables, expect, test } from '../../assistant/e2e/ai-fixtures.ts'
import { postPaths } from '../contract/post-paths.ts'

test.beforeEach(async ({ context, server, ai }) => {
  await emptyTables(server)
  await signIn(context, server)
  ai.next = []
  ai.always = 'none'
  ai.reply = undefined
  ai.received.length = 0
})

test('an editor confirms the AI disclosure before publishing; readers see it', async ({ page, server }) => {
  await page.goto(paths.admin)
  await page.getByRole('button', { name: 'Generate AI Content' }).click()
  await expect(page.getByText(/^Filled in/)).toBeVisible()
  await expect(
    page.getByText('Once it is published, readers see: “This post was written by AI.'),
  ).toBeVisible()
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Save Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'What readers will see' })
  await expect(dialog).toContainText('This post was written by AI.')
  await page.getByRole('button', { name: 'Not yet' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await server.query('select 1 from blog_posts where is_published')).toEqual([])

  // When a person adds text, the disclosure changes to "with the help of AI" and has to be confirmed again.
  await page.getByRole('textbox', { name: 'Content' }).press('Control+End')
  await page.keyboard.type(' And I say so, too.')
  await page.keyboard.press('Control+s')
  const told =
    'This post was written with the help of AI. AI helped with the title, the text, the short summary, and the tags. Someone on our team reviewed it before it was published.'
  await expect(dialog).toContainText(told)
  await page.getByRole('button', { name: 'I’ve read it. Publish' }).click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()
  await expect(page.getByText(`Readers see: “${told}”`)).toBeVisible()

  // A save that does not change the disclosure needs no confirmation.
  await page.getByRole('textbox', { name: 'Content' }).press('Control+End')
  await page.keyboard.type(' More.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect(dialog).toHaveCount(0)

  const [post] = await server.query<{ slug: string; by: string }>(
    'select slug, disclosure_reviewed_by as by from blog_posts where is_published',
  )
  expect(post?.by).toBe('Ann Admin')
  await page.goto(postPaths.post(post?.slug ?? ''))
  await expect(page.getByText(told)).toBeVisible()
})
