import { paths } from '../../../core/contract/paths.ts'
import { signInPage } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { addPost, button, content, title } from '../../posts/e2e/post-form.ts'
import { assistantMessages, defaultTopic } from '../contract/assistant.ts'

test.beforeEach(signInPage)

test.describe('AI', () => {
  const long =
    'A prayer list is the most private document in many churches. It holds names and illnesses, and debts.'

  test('suggests titles, and applies one', async ({ page }) => {
    const prompts: unknown[] = []
    await page.route('**/api/ai/suggestions', (route) => {
      prompts.push(route.request().postDataJSON())
      return route.fulfill({ json: { suggestions: ['First title', 'Second title'] } })
    })
    await page.goto(paths.admin)
    await button(page, 'AI Suggest').click()
    await expect(page.getByText('AI Suggestions Ready', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Generated 2 expert suggestions - click any to apply!', { exact: true }),
    ).toBeVisible()
    await button(page, 'Second title').click()
    await expect(page.getByText('Applied', { exact: true })).toBeVisible()
    await expect(title(page)).toHaveValue('Second title')
    await expect(title(page)).toBeFocused()
    await button(page, 'AI Suggest').click()
    await expect(button(page, 'First title')).toBeVisible()
    expect(prompts).toEqual([{ prompt: defaultTopic }, { prompt: 'Second title' }])
  })

  test('fills empty fields, and asks before it replaces text', async ({ page }) => {
    const answer = {
      title: 'AI title',
      content: '<p>AI words.</p>',
      excerpt: 'AI excerpt',
      tags: ['AI tag'],
    }
    let topic: unknown
    await page.route('**/api/ai/generate-post', (route) => {
      topic = route.request().postDataJSON()
      return route.fulfill({ json: answer })
    })
    await page.goto(paths.admin)
    await title(page).fill('My title')
    await button(page, 'Generate AI Content').click()
    await expect(page.getByText('AI Content Generated', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Review and edit the generated content before publishing.', { exact: true }),
    ).toBeVisible()
    expect(topic).toEqual({ topic: 'My title' })
    await expect(content(page)).toHaveText('AI words.')
    await expect(page.getByLabel('Excerpt')).toHaveValue('AI excerpt')
    await expect(page.getByLabel('Content type')).toHaveValue('ai')
    const dialog = page.getByRole('dialog', { name: 'Replace your text?' })
    await expect(dialog).toHaveCount(0)
    await expect(title(page)).toHaveValue('My title')
    await expect(page.getByText('Another title: AI title')).toBeVisible()
    await button(page, 'Use it').click()
    await expect(title(page)).toHaveValue('AI title')

    await button(page, 'Undo').click()
    await expect(content(page)).toHaveText('')
    await expect(page.getByLabel('Content type')).toHaveValue('human')
    await expect(page.getByRole('button', { name: 'Remove tag AI tag' })).toHaveCount(0)
    await expect(title(page)).toHaveValue('My title')

    await content(page).fill('My words.')
    await button(page, 'Generate AI Content').click()
    await dialog.getByRole('checkbox', { name: 'Replace the title' }).uncheck()
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await expect(content(page)).toHaveText('AI words.')
    await expect(title(page)).toHaveValue('My title')
  })

  test('generates an excerpt only if there is enough content', async ({ page }) => {
    await page.route('**/api/ai/generate-excerpt', (route) =>
      route.fulfill({ json: { excerpt: 'In short.', provider: 'built-in' } }),
    )
    await page.goto(paths.admin)
    await expect(button(page, 'AI Generate')).toBeDisabled()
    await expect(button(page, 'AI Generate')).toHaveAccessibleDescription(
      'Write some content first to use AI Generate.',
    )
    await content(page).fill('Too short.')
    await button(page, 'AI Generate').click()
    await expect(page.getByText(assistantMessages.notEnoughContent, { exact: true })).toBeVisible()
    await content(page).fill(long)
    await button(page, 'AI Generate').click()
    await expect(page.getByText('Excerpt generated!', { exact: true })).toBeVisible()
    await expect(
      page.getByText('From the built-in helper, no AI service used.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByLabel('Excerpt')).toHaveValue('In short.')
    await expect(page.getByLabel('Content type')).toHaveValue('human')
  })

  test.describe('without a provider', () => {
    test.use({ expectedErrors: /status of 503/ })

    test('says what failed, and then why', async ({ page }) => {
      await page.goto(paths.admin)
      // By then, the screen knows the connected services, which the route below would refuse, too.
      await expect(page.getByText(/needs an AI service, and none is connected yet/)).toBeVisible()
      await content(page).fill(long)
      for (const [name, words, why] of [
        ['Generate AI Content', assistantMessages.generateFailed, 'No AI service is connected yet.'],
        ['AI Generate', assistantMessages.excerptFailed, 'Set AI_PROVIDER.'],
      ] as const) {
        await page.route('**/api/ai/*', (route) =>
          route.fulfill({
            status: 503,
            json: {
              type: 'about:blank',
              title: 'No AI',
              status: 503,
              detail: 'Set AI_PROVIDER.',
              code: 'no-assistant',
              requestId: 'r',
            },
          }),
        )
        await button(page, name).click()
        await expect(page.getByText(words, { exact: true })).toBeVisible()
        await expect(page.getByText(why, { exact: true })).toBeVisible()
      }
      await expect(content(page)).toHaveText(long)
    })
  })

  test('starts a generated draft from the AI Tools', async ({ page, server }) => {
    await page.route('**/api/blog/generate-ai-content', async (route) => {
      expect(route.request().postData()).toBeNull()
      await addPost(server, { title: 'Written by AI', authorType: 'ai' })
      await route.fulfill({ status: 201, json: { status: 'completed', jobId: 'one', posts: [] } })
    })
    await page.goto(paths.adminTab('manage'))
    await expect(page.getByText('0 posts', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'AI Tools' }).click()
    await button(page, 'Generate a draft').click()
    await expect(page.getByText(assistantMessages.started, { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Manage Posts' }).click()
    await expect(page.getByRole('article', { name: 'Written by AI' })).toBeVisible()
  })
})
