import type { Page, Request } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { emptyTables, expect, isAlive, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { postPaths } from '../contract/post-paths.ts'

test.beforeEach(async ({ server }) => emptyTables(server))

/** Signs in and opens the form for a new post in the simple admin, which works without JavaScript. */
async function openForm(page: Page, server: TestServer): Promise<void> {
  await signIn(page.context(), server)
  await page.goto(paths.adminSimple)
  await expect(page.getByRole('heading', { level: 1, name: 'Create a post' })).toBeVisible()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Post' }).click()

for (const javaScriptEnabled of [true, false])
  test.describe(`posts in the simple admin ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('a draft and a post are saved, by mouse, keyboard, and double click', async ({ page, server }) => {
      await openForm(page, server)
      await expect(page.getByLabel('Author *')).toHaveValue('Admin')
      await expect(page.getByLabel('Content type')).toHaveText(/Human Written\s*AI Generated/)
      await page.getByLabel('Title *').fill('A prayer list and privacy')
      await page.getByLabel('Content *').fill('Write **names**, not diagnoses.\n\n## Why\n\n- one\n- two')
      await save(page)

      await expect(page).toHaveURL(paths.adminSimpleSaved)
      await expect(page.getByRole('status')).toHaveText('Blog post saved successfully!')
      await expect(page.getByRole('status')).toBeFocused()
      await expect(page.getByText('1 post', { exact: true })).toBeVisible()
      const draft = page.getByRole('article')
      await expect(draft.getByRole('heading', { name: 'A prayer list and privacy' })).toBeVisible()
      for (const text of ['Draft', 'Human Written', 'by Admin'])
        await expect(draft.getByText(text, { exact: true })).toBeVisible()

      await page.getByRole('link', { name: 'Create', exact: true }).click()
      await page.getByLabel('Title *').fill('Choosing a first tool')
      await page.getByLabel('Author *').fill('Ann Example')
      await page.getByLabel('Content type').selectOption('AI Generated')
      await page.getByLabel('Excerpt').fill('One task, one week.')
      await page.getByLabel('Content *').fill('<h2>Start small</h2><p>One task, one week.</p>')
      await page.getByLabel('Tags').fill('Tools, first steps')
      await page.getByLabel('Source URL').fill('https://example.org/tools')
      await page.getByLabel('Source name').fill('Example')
      const published = page.getByRole('checkbox', { name: /^(Draft|Published)$/ })
      const reviewed = page.getByRole('checkbox', { name: 'I’ve read it all, and I stand by it.' })
      await expect(published).toHaveAccessibleName('Draft')
      await expect(reviewed).toBeHidden()
      await published.check()
      await expect(published).toHaveAccessibleName('Published')
      await expect(reviewed).toBeVisible()
      await page.getByLabel('Content type').selectOption('Human Written')
      await expect(reviewed).toBeHidden()
      await page.getByLabel('Content type').selectOption('AI Generated')
      await save(page)

      const rows = page.getByRole('article')
      await expect(rows).toHaveCount(2)
      const post = rows.first()
      for (const text of ['One task, one week.', 'Published', 'AI Generated', 'by Ann Example'])
        await expect(post.getByText(text, { exact: true })).toBeVisible()
      const opened = page.context().waitForEvent('page')
      await post.getByRole('link', { name: 'View post Choosing a first tool (opens in a new tab)' }).click()
      const view = await opened
      await expect(view).toHaveURL(postPaths.post('choosing-a-first-tool'))
      await expect(view.getByRole('heading', { name: 'Start small' })).toBeVisible()
      await expect(view.getByText('This post was written by AI.')).toHaveText(/by AI\. *Source/)

      await test.step('with the keyboard alone', async () => {
        await emptyTables(server)
        await openForm(page, server)
        // While the form has no content, the script disables the button that generates an excerpt, so it is no tab stop.
        if (javaScriptEnabled) await isAlive(page, 'ExcerptButton')
        await page.getByLabel('Title *').focus()
        await page.keyboard.type('By keyboard')
        // The tab stops are the author, the type, the excerpt, without script its button, and the content.
        for (let stop = 0; stop < (javaScriptEnabled ? 4 : 5); stop++) await page.keyboard.press('Tab')
        await page.keyboard.type('The content')
        // These are the tags, the two fields of the source, what search and social show, and the switch.
        for (let stop = 0; stop < 5; stop++) await page.keyboard.press('Tab')
        await expect(page.getByRole('checkbox')).toBeFocused()
        await page.keyboard.press('Space')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        const row = page.getByRole('article')
        await expect(row.getByRole('heading', { name: 'By keyboard' })).toBeVisible()
        await expect(row.getByText('Published', { exact: true })).toBeVisible()
      })
      await test.step('a double click creates one post', async () => {
        await emptyTables(server)
        await openForm(page, server)
        const sent: Request[] = []
        page.on('request', (request) => {
          if (request.method() === 'POST') sent.push(request)
        })
        await page.getByLabel('Title *').fill('Twice')
        await page.getByLabel('Content *').fill('Once')
        await page.getByRole('button', { name: 'Save Post' }).dblclick()
        await expect(page).toHaveURL(paths.adminSimpleSaved)
        // The page may be that of the first request, while the second one is still on its way.
        await Promise.all(sent.map((request) => request.response()))
        await expect(page.getByRole('article')).toHaveCount(1)
        expect(await server.query('select 1 from blog_posts')).toHaveLength(1)
      })
    })
  })

test('no field runs hostile text', async ({ page, server }) => {
  const dialogs: string[] = []
  page.context().on('page', (other) => other.on('dialog', (dialog) => dialog.dismiss()))
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  const bad = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
  const contents = [
    `a ${bad}\n\n[x](javascript:alert(3)) ![y](javascript:alert(4)) <svg onload=alert(5)>`,
    `<p onmouseover="alert(6)">a</p><iframe src="javascript:alert(7)"></iframe>${bad}<p>b</p>`,
    `<details open ontoggle=alert(8)>a</details>\n\n\`\`\`"><script>alert(9)</script>\nx\n\`\`\``,
  ]
  await openForm(page, server)
  for (const [index, content] of contents.entries()) {
    await page.goto(paths.adminSimple)
    await page.getByLabel('Title *').fill(`Hostile ${index} ${bad}`)
    for (const label of ['Author *', 'Excerpt', 'Tags', 'Source name'])
      await page.getByLabel(label).fill(bad.slice(0, 60))
    await page.getByLabel('Content *').fill(content)
    await page.getByRole('checkbox').check()
    await save(page)
    await expect(page).toHaveURL(paths.adminSimpleSaved)
    await expect(page.getByRole('article')).toHaveCount(index + 1)
  }
  await expect(page.getByRole('main').getByRole('img', { includeHidden: true })).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(320)
  const slugs = await server.query<{ slug: string }>('select slug from blog_posts')
  expect(slugs).toHaveLength(3)
  for (const { slug } of slugs) {
    await page.goto(postPaths.post(slug))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hostile')
  }
  expect(dialogs).toEqual([])
})
