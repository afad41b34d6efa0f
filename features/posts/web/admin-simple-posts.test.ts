import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { admin, type TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'

/** Signs in and opens the form for a new post in the simple admin, which works without JavaScript. */
async function openForm(page: Page, server: TestServer): Promise<void> {
  await signIn(page.context(), server)
  await page.goto(paths.adminSimple)
  await expect(page.getByRole('heading', { level: 1, name: 'Create a post' })).toBeVisible()
}

for (const javaScriptEnabled of [true, false])
  test.describe(`posts in the simple admin ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('the list says that it has no posts, and reaches the oldest of sixty', async ({ page, server }) => {
      await openForm(page, server)
      await page.getByRole('link', { name: 'Manage', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'No blog posts found', exact: true })).toBeVisible()
      await expect(page.getByText('0 posts', { exact: true })).toBeVisible()
      await server.query(
        `insert into blog_posts (title, slug, excerpt, content, author, author_type)
         select 'Post ' || n, 'post' || n, 'e', '<p>c</p>', 'a', 'human' from generate_series(1, 60) as n`,
      )
      await page.reload()
      await expect(page.getByText('60 posts', { exact: true })).toBeVisible()
      const titles = page.getByRole('article').getByRole('heading')
      const newest = await titles.allInnerTexts()
      await page.getByRole('link', { name: 'Older posts' }).click()
      await expect(titles.first()).not.toHaveText(newest[0] ?? '')
      await expect(page.getByRole('link', { name: 'Older posts' })).toHaveCount(0)
      const all = Array.from({ length: 60 }, (_, index) => `Post ${60 - index}`)
      expect([...newest, ...(await titles.allInnerTexts())]).toEqual(all)
      await page.getByRole('link', { name: 'Newest posts' }).click()
      await expect(titles.first()).toHaveText('Post 60')
    })
  })

for (const javaScriptEnabled of [true, false])
  test.describe(`an excerpt, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, expectedErrors: /status of 422/ })

    test('is generated only from enough content, and never replaces text', async ({ page, server }) => {
      await openForm(page, server)
      const button = page.getByRole('button', { name: 'AI Generate Excerpt' })
      if (javaScriptEnabled) await expect(button).toBeDisabled()
      await page.getByLabel('Content *').fill('Too short.')
      await button.click()
      await expect(page.getByRole('alert')).toContainText(
        'Not enough content. Please write some content first before generating an excerpt.',
      )
      const sentence = 'Take the names out first, and the help stays just as good as it was before. '
      await page.getByLabel('Content *').fill(sentence.repeat(3))
      await button.click()
      await expect(page.getByRole('status')).toContainText('Excerpt generated!')
      await expect(page.getByRole('status')).toContainText('no AI service used')
      await expect(page.getByLabel('Excerpt')).toHaveValue(/^Take the names out first/)
      await expect(page.getByLabel('Content *')).toHaveValue(sentence.repeat(3))

      await page.getByLabel('Excerpt').fill('My own words.')
      await button.click()
      await expect(page.getByRole('status')).toContainText('we left it alone')
      await expect(page.getByLabel('Excerpt')).toHaveValue('My own words.')
      expect(await server.query('select 1 from blog_posts')).toEqual([])
    })
  })

for (const javaScriptEnabled of [true, false])
  test.describe(`a post that is not saved, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, expectedErrors: /status of (401|422)/ })

    const save = (page: Page) => page.getByRole('button', { name: 'Save Post' }).click()

    test('names what is missing, ties it to the fields, and keeps the rest', async ({ page, server }) => {
      await openForm(page, server)
      await page.getByLabel('Author *').fill('')
      await page.getByLabel('Excerpt').fill('My excerpt')
      await page.getByRole('checkbox', { name: /^(Draft|Published)/ }).check()
      await save(page)
      const alert = page.getByRole('alert')
      await expect(alert).toContainText('Please fill in all required fields.')
      await expect(alert).toBeFocused()
      for (const label of ['Title *', 'Author *', 'Content *'])
        await expect(page.getByLabel(label)).toHaveAccessibleDescription(/Required/)
      await expect(page.getByLabel('Excerpt')).toHaveValue('My excerpt')
      await expect(page.getByRole('checkbox', { name: /^(Draft|Published)/ })).toBeChecked()
      await alert.getByRole('link', { name: 'Content' }).click()
      await expect(page.getByLabel('Content *')).toBeFocused()
      expect(await server.query('select 1 from blog_posts')).toEqual([])
    })

    test('no text is lost when the session has ended', async ({ page, server }) => {
      await openForm(page, server)
      await page.getByLabel('Title *').fill('A long evening')
      await page.getByLabel('Content *').fill('Every word\n\nof it')
      await server.query('delete from sessions')
      await save(page)
      await expect(page.getByRole('alert')).toContainText('Failed to save blog post.')
      const link = page.getByRole('link', { name: 'sign in in a new tab' })
      await expect(link).toHaveAttribute('target', '_blank')
      const login = await page.context().newPage()
      await login.goto((await link.getAttribute('href')) ?? '')
      await login.getByLabel('Username').fill(admin.username)
      await login.getByLabel('Password').fill(admin.password)
      await login.getByRole('button', { name: 'Sign in' }).click()
      await expect(login).toHaveURL(paths.adminSimple)
      await login.close()
      await save(page)
      await expect(page.getByRole('status')).toHaveText('Blog post saved successfully!')
      expect(await server.query('select title, content from blog_posts')).toEqual([
        { title: 'A long evening', content: '<p>Every word</p>\n<p>of it</p>\n' },
      ])
    })
  })
