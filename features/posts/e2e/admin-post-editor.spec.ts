import type { Locator, Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { expect, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { postPaths } from '../contract/post-paths.ts'
import { type Post, postMessages } from '../contract/posts.ts'
import { addPost, button, content, listPosts, readPost, saveState, title } from './post-form.ts'

test.beforeEach(startSignedIn)

/** Presses a toolbar button with the keyboard alone. */
async function pressTool(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+F10')
  const tool = page.getByRole('toolbar').getByRole('button', { name, exact: true })
  await page.keyboard.press('Home')
  for (let step = 0; step < 12; step++) {
    if (await tool.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowRight')
  }
  await expect(tool).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Presses a key and waits for two frames, because the browser reports the new selection a little later. */
async function moveCaret(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

async function applyTool(page: Page, name: string): Promise<void> {
  await pressTool(page, name)
  await page.keyboard.press('Escape')
  await expect(content(page)).toBeFocused()
}

async function chooseStyle(page: Page, style: string): Promise<void> {
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('Home')
  await expect(page.getByLabel('Text style')).toBeFocused()
  await page.keyboard.type(style)
  await page.keyboard.press('Escape')
  await expect(content(page)).toBeFocused()
}

test('every format is written with the keyboard alone, and opens unchanged', async ({ page, server }) => {
  await startPost(page)
  await writeHeadingsAndMarks(page)
  await writeLink(page)
  await writeBlocks(page)
  await addTags(page)
  await page.getByLabel('Source URL').fill('https://example.org/source')
  await page.getByLabel('Source name').fill('Example')
  const written = await content(page).innerHTML()
  await button(page, 'Save Post').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  await test.step('the form is empty again', () => expectEmptyForm(page))
  const [saved] = await listPosts(server)
  if (!saved) throw new Error('the post was not saved')
  expect(saved).toMatchObject({
    title: 'Every format',
    slug: 'every-format',
    author: 'Admin',
    authorType: 'human',
    isPublished: false,
    tags: ['Ministry'],
    sourceUrl: 'https://example.org/source',
    sourceName: 'Example',
  })
  expect(saved.content).toBe(
    '<h1>Level 1</h1><h2>Level 2</h2><h3>Level 3</h3>' +
      '<p><strong>strong</strong> <em>leaning</em> <u>underlined</u> <s>struck</s> <a href="https://example.org">example.org</a></p>' +
      '<ol><li><p>first</p></li></ol><ul><li><p>dot</p></li></ul><blockquote><p>said</p></blockquote>' +
      '<p>plain again</p><pre><code>function greet(name) { return name }</code></pre>',
  )
  expect(saved.excerpt).toMatch(/^Level 1.*\.\.\.$/)
  await test.step('the post opens again unchanged, and opening it changes nothing', () =>
    expectUnchanged({ page, server, saved, written }))
})

async function startPost(page: Page): Promise<void> {
  await page.goto(paths.admin)
  await expect(content(page)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Create Post' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Author *')).toHaveValue('Admin')
  await expect(page.getByLabel('Content type')).toHaveValue('human')
  await expect(page.getByRole('switch', { name: 'Draft' })).not.toBeChecked()

  await page.keyboard.press('n')
  await expect(title(page)).toBeFocused()
  await page.keyboard.type('Every format')
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
}

async function writeHeadingsAndMarks(page: Page): Promise<void> {
  for (const level of [1, 2, 3]) {
    await chooseStyle(page, `Heading ${level}`)
    await page.keyboard.type(`Level ${level}`)
    await page.keyboard.press('Enter')
  }
  for (const [tool, word] of [
    ['Bold', 'strong'],
    ['Italic', 'leaning'],
    ['Underline', 'underlined'],
    ['Strike', 'struck'],
  ] as const) {
    await applyTool(page, tool)
    await page.keyboard.type(word)
    await applyTool(page, tool)
    await page.keyboard.type(' ')
  }
}

/** Adds a link. The text editor accepts only web addresses, email addresses, and phone numbers. */
async function writeLink(page: Page): Promise<void> {
  await pressTool(page, 'Link')
  await expect(page.getByLabel('Link URL')).toBeFocused()
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Link URL')).toHaveAccessibleDescription(/web, email, or phone link/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('example.org')
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Writes lists, a quotation, text whose format is cleared, and code. */
async function writeBlocks(page: Page): Promise<void> {
  for (const [tool, word] of [
    ['Ordered list', 'first'],
    ['Bullet list', 'dot'],
    ['Blockquote', 'said'],
  ] as const) {
    await applyTool(page, tool)
    await page.keyboard.type(word)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
  }
  await applyTool(page, 'Bold')
  await page.keyboard.type('plain again')
  await moveCaret(page, 'Shift+Home')
  await applyTool(page, 'Clean formatting')
  await moveCaret(page, 'End')
  await page.keyboard.press('Enter')
  await applyTool(page, 'Code block')
  await page.keyboard.type('function greet(name) { return name }')
  // Syntax colors appear a second after the last keystroke.
  await expect(content(page).getByText('function', { exact: true })).toHaveClass(/hljs-keyword/)
}

async function addTags(page: Page): Promise<void> {
  await page.getByLabel('Tags').focus()
  for (const tag of ['  Ministry ', 'Ministry', 'Privacy']) {
    await page.keyboard.type(tag)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: /^Remove tag/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove tag Privacy' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Tags')).toBeFocused()
}

async function expectEmptyForm(page: Page): Promise<void> {
  await expect(title(page)).toHaveValue('')
  await expect(title(page)).toBeFocused()
  await expect(page.getByLabel('Author *')).toHaveValue('Admin')
  expect(new URL(page.url()).search).toBe('?tab=create')
}

async function expectUnchanged(given: {
  page: Page
  server: TestServer
  saved: Post
  /** HTML in the text editor before the post was saved */
  written: string
}): Promise<void> {
  const { page, server, saved, written } = given
  await page.goto(paths.adminTab('manage'))
  await page.getByRole('button', { name: 'Edit Every format' }).click()
  await expect(page.getByRole('tab', { name: 'Edit Post' })).toHaveAttribute('aria-selected', 'true')
  expect(new URL(page.url()).search).toBe(new URL(postPaths.adminPost(saved.id), page.url()).search)
  await expect(content(page).getByText('function', { exact: true })).toHaveClass(/hljs-keyword/)
  expect(await content(page).innerHTML()).toBe(written)
  await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Update Post' })).toBeVisible()
  await expect(content(page).getByText('plain again')).toBeVisible()
  await button(page, 'Update Post').click()
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  const again = await readPost(server, saved.id)
  expect(again.content).toBe(saved.content)
  expect(again.slug).toBe('every-format')
  expect(await listPosts(server)).toHaveLength(1)
}

test('a post from the API keeps its links, spaces, lines, and numbers', async ({ page, server }) => {
  const sent =
    '<p>Two  spaces. <a href="/blog/other">Here</a>, <a href="#footnote-1">[1]</a>, <a href="tel:+1 555">call</a>,\n<a href="https://example.org"><code>code</code></a> <strong><code>bold</code></strong></p>' +
    '<pre><code>one\n\ttwo  three\n</code></pre><ol start="1986"><li><p>A great year</p></li></ol><p>End</p>'
  const post = await addPost(server, { content: sent, isPublished: true })
  await page.goto(postPaths.adminPost(post.id))
  await content(page).press('Control+End')
  await page.keyboard.type('.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  expect((await readPost(server, post.id)).content).toBe(
    sent.replace('+1 555', '+1%20555').replace(',\n', ', ').replace('End', 'End.'),
  )
})

test('a chosen theme overrides that of the system', async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(paths.admin)
  const dark = await paper()
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await paper()
  expect(light).not.toBe(dark)

  const openMenu = () => page.getByRole('button', { name: 'Ann Admin' }).click()
  await openMenu()
  await page.getByRole('radio', { name: 'Dark' }).focus()
  await page.keyboard.press('Space')
  expect(await paper()).toBe(dark)
  await page.reload()
  await openMenu()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await paper()).toBe(dark)

  await page.getByRole('radio', { name: 'Light' }).focus()
  await page.keyboard.press('Space')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await paper()).toBe(light)
  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('Space')
  expect(await paper()).toBe(dark)
})

test('the tools take one line, also on a phone, where text begins in the upper half', async ({ page }) => {
  await page.goto(paths.admin)
  await title(page).fill('مرة واحدة فقط')
  expect(await title(page).evaluate((field) => getComputedStyle(field).direction)).toBe('rtl')
  const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { y: 0, height: 0 }
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
  const generate = page.getByRole('button', { name: 'Generate AI Content' })
  for (const width of [1280, 1360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const [tools, button] = [await boxOf(toolbar), await boxOf(generate)]
    expect(Math.abs(tools.y + tools.height / 2 - button.y - button.height / 2), `${width} px`).toBeLessThan(
      10,
    )
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect((await boxOf(toolbar)).height).toBeLessThan(60)
  const tabs = page.getByRole('tablist', { name: 'Posts' })
  expect((await boxOf(tabs)).height).toBeLessThan(60)
  const top = (await boxOf(page.getByRole('main'))).y
  expect((await boxOf(page.getByRole('textbox', { name: 'Content' }))).y - top).toBeLessThan(422)
  // The last tool can be reached by keyboard, and the menu is not cut off.
  await toolbar.getByRole('combobox').focus()
  await page.keyboard.press('End')
  await expect(toolbar.getByRole('button', { name: 'Insert' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Video' })).toBeInViewport()
})
