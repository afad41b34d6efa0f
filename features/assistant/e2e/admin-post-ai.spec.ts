import { expect, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { postMessages } from '../../posts/contract/posts.ts'
import { addPost, button, content } from '../../posts/e2e/post-form.ts'

test.beforeEach(startSignedIn)

test('is accepted by paragraph, and the earlier text is kept as a version', async ({ page, server }) => {
  const { id } = await addPost(server, {
    title: 'Monday calls',
    content: '<p>We open at nine.</p><p>we answer every call on monday morning</p><p>Bye.</p>',
    isPublished: false,
  })
  await page.route('**/api/ai/generate-post', (route) =>
    route.fulfill({
      json: {
        title: 'Monday calls',
        content:
          '<p>We open at nine.</p><p>We answer every call on Monday morning.</p><h2>A new part</h2><p>Bye.</p>',
        excerpt: '',
        tags: [],
      },
    }),
  )
  await page.goto(postPaths.adminPost(id))
  await content(page).getByText('Bye.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Typed last.')
  await button(page, 'Generate AI Content').click()
  const dialog = page.getByRole('dialog', { name: 'Replace your text?' })
  await expect(dialog.getByText('One paragraph stays as is.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Text, part 1: Before' })).toHaveText(
    /we answer every call on monday morning$/,
  )
  await expect(dialog.getByRole('checkbox')).toHaveCount(4)
  await button(page, 'Choose none').click()
  await expect(dialog.getByRole('button', { name: 'Accept 0 of 4' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Replace part 1' }).check()
  await dialog.getByRole('button', { name: 'Accept 1 of 4' }).click()
  await expect(content(page).getByRole('paragraph')).toHaveText([
    'We open at nine.',
    'We answer every call on Monday morning.',
    'Bye. Typed last.',
  ])
  await expect(content(page).getByRole('heading')).toHaveCount(0)
  await expect(page.getByLabel('Content type')).toHaveValue('ai')
  await button(page, 'Save Post').or(button(page, 'Update Post')).click()
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  const versions = await server.query<{ content: string }>(
    'select content from post_revisions where post_id = $1 order by id',
    [id],
  )
  expect(versions.map((version) => version.content)).toContain(
    '<p>We open at nine.</p><p>we answer every call on monday morning</p><p>Bye. Typed last.</p>',
  )
})
