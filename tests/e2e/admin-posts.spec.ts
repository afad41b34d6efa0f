import type { Page } from '@playwright/test'
import { assistantMessages, defaultTopic } from '../../contracts/assistant.ts'
import { paths } from '../../contracts/paths.ts'
import { type Post, postMessages } from '../../contracts/posts.ts'
import { admin, type TestServer } from '../helpers/launch-server.ts'
import { closeToast, emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

let cookie: string

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  cookie = await signIn(page.context(), server)
})

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The words that tell how the text stands: seen, not only said. */
const saveState = (page: Page, words: string | RegExp) => page.getByRole('main').getByText(words).first()

async function addPost(server: TestServer, post: object): Promise<Post> {
  const answer = await server.send(paths.api.blog, {
    cookie,
    json: { title: 'A post', content: '<p>Some words.</p>', ...post },
  })
  expect(answer.status).toBeLessThan(300)
  return answer.json()
}

async function readPost(server: TestServer, id: number): Promise<Post> {
  return (await server.send(paths.api.post(id), { cookie })).json()
}

async function listPosts(server: TestServer): Promise<Post[]> {
  return (await server.send(paths.api.blog, { cookie })).json()
}

async function typeText(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
}

/** From the text to a tool of the toolbar by key alone, and back. */
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

/** The browser tells of a new selection a moment after the key: sooner than any hand, later than a test. */
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

test('a post with every format is written by keyboard alone, and comes back as it was', async ({
  page,
  server,
}) => {
  await page.goto(paths.admin)
  await expect(content(page)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Create Post' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Author *')).toHaveValue('Admin')
  await expect(page.getByLabel('Content type')).toHaveValue('human')
  await expect(page.getByRole('switch', { name: 'Draft' })).not.toBeChecked()

  await page.keyboard.press('n')
  await expect(title(page)).toBeFocused()
  await typeText(page, 'Every format')
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()

  for (const level of [1, 2, 3]) {
    await chooseStyle(page, `Heading ${level}`)
    await typeText(page, `Level ${level}`)
    await page.keyboard.press('Enter')
  }
  for (const [tool, word] of [
    ['Bold', 'strong'],
    ['Italic', 'leaning'],
    ['Underline', 'underlined'],
    ['Strike', 'struck'],
  ] as const) {
    await applyTool(page, tool)
    await typeText(page, word)
    await applyTool(page, tool)
    await typeText(page, ' ')
  }
  await pressTool(page, 'Link')
  await expect(page.getByLabel('Link URL')).toBeFocused()
  await typeText(page, 'javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Link URL')).toHaveAccessibleDescription(/web, email, or phone link/)
  await page.keyboard.press('Control+a')
  await typeText(page, 'example.org')
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
  await page.keyboard.press('Enter')
  for (const [tool, word] of [
    ['Ordered list', 'first'],
    ['Bullet list', 'dot'],
    ['Blockquote', 'said'],
  ] as const) {
    await applyTool(page, tool)
    await typeText(page, word)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
  }
  await applyTool(page, 'Bold')
  await typeText(page, 'plain again')
  await moveCaret(page, 'Shift+Home')
  await applyTool(page, 'Clean formatting')
  await moveCaret(page, 'End')
  await page.keyboard.press('Enter')
  await applyTool(page, 'Code block')
  await typeText(page, 'function greet(name) { return name }')
  // Colours come a second after the last letter.
  await expect(content(page).getByText('function', { exact: true })).toHaveClass(/hljs-keyword/)

  await page.getByLabel('Tags').focus()
  for (const tag of ['  Ministry ', 'Ministry', 'Privacy']) {
    await typeText(page, tag)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: /^Remove tag/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove tag Privacy' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Tags')).toBeFocused()
  await page.getByLabel('Source URL').fill('https://example.org/source')
  await page.getByLabel('Source name').fill('Example')
  const written = await content(page).innerHTML()
  await button(page, 'Save Post').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()

  await test.step('the form is new again', async () => {
    await expect(title(page)).toHaveValue('')
    await expect(title(page)).toBeFocused()
    await expect(page.getByLabel('Author *')).toHaveValue('Admin')
    expect(new URL(page.url()).search).toBe('?tab=create')
  })

  const [saved] = await listPosts(server)
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
  expect(saved?.content).toBe(
    '<h1>Level 1</h1><h2>Level 2</h2><h3>Level 3</h3>' +
      '<p><strong>strong</strong> <em>leaning</em> <u>underlined</u> <s>struck</s> <a href="https://example.org">example.org</a></p>' +
      '<ol><li><p>first</p></li></ol><ul><li><p>dot</p></li></ul><blockquote><p>said</p></blockquote>' +
      '<p>plain again</p><pre><code>function greet(name) { return name }</code></pre>',
  )
  expect(saved?.excerpt).toMatch(/^Level 1.*\.\.\.$/)

  await test.step('opened again it is the same, and opening changes nothing', async () => {
    await page.goto(paths.adminTab('manage'))
    await page.getByRole('button', { name: 'Edit Every format' }).click()
    await expect(page.getByRole('tab', { name: 'Edit Post' })).toHaveAttribute('aria-selected', 'true')
    expect(new URL(page.url()).search).toBe(new URL(paths.adminPost(saved?.id ?? 0), page.url()).search)
    await expect(content(page).getByText('function', { exact: true })).toHaveClass(/hljs-keyword/)
    expect(await content(page).innerHTML()).toBe(written)
    await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Update Post' })).toBeVisible()
    await expect(content(page).getByText('plain again')).toBeVisible()
    await button(page, 'Update Post').click()
    await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
    const again = await readPost(server, saved?.id ?? 0)
    expect(again.content).toBe(saved?.content)
    expect(again.slug).toBe('every-format')
    expect(await listPosts(server)).toHaveLength(1)
  })
})

test('what is missing is said in the words of the product, and nothing is sent', async ({ page, server }) => {
  await page.goto(paths.admin)
  await button(page, 'Save Post').click()
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: postMessages.titleAndContent }),
  ).toBeVisible()
  await expect(title(page)).toBeFocused()
  await title(page).fill('Only a title')
  await button(page, 'Save Post').click()
  await expect(content(page)).toBeFocused()
  expect(await listPosts(server)).toEqual([])
})

test('two clicks make one post', async ({ page, server }) => {
  await page.goto(paths.admin)
  await title(page).fill('مرة واحدة فقط')
  expect(await title(page).evaluate((field) => getComputedStyle(field).direction)).toBe('rtl')
  await content(page).fill('Only once.')
  await button(page, 'Save Post').dblclick()
  await expect(title(page)).toHaveValue('')
  expect(await listPosts(server)).toHaveLength(1)
})

test('a draft saves itself, and keeps its address', async ({ page, server }) => {
  await page.goto(paths.admin)
  await title(page).fill('By itself')
  await content(page).fill('A first sentence.')
  await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  const [first] = await listPosts(server)
  expect(first).toMatchObject({ title: 'By itself', isPublished: false })
  expect(new URL(page.url()).search).toBe(`?tab=create&post=${first?.id}`)
  await expect(page.getByRole('tab', { name: 'Create Post' })).toBeVisible()
  await expect(content(page)).toBeFocused()

  await page.keyboard.press('Control+End')
  await typeText(page, ' And a second one.')
  await expect.poll(async () => (await listPosts(server))[0]?.content).toContain('And a second one.')
  expect(await listPosts(server)).toHaveLength(1)
  await page.reload()
  await expect(content(page)).toHaveText('A first sentence. And a second one.')
  await expect(page.getByRole('tab', { name: 'Edit Post' })).toBeVisible()
})

test('text that the server never got is offered again', async ({ page, server }) => {
  const post = await addPost(server, { title: 'Public', isPublished: true })
  await page.goto(paths.adminPost(post.id))
  await content(page).fill('Changed, and not yet published.')
  await expect(saveState(page, /^Not saved yet. Backed up on this device \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText(/^You have unsaved text from \d{1,2}:\d\d [AP]M/)).toBeVisible()
  await expect(content(page)).toHaveText('Some words.')
  expect((await readPost(server, post.id)).content).toBe('<p>Some words.</p>')

  await button(page, 'Restore').click()
  await expect(content(page)).toHaveText('Changed, and not yet published.')
  await button(page, 'Update Post').click()
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  expect((await readPost(server, post.id)).content).toBe('<p>Changed, and not yet published.</p>')
  await page.goto(paths.adminPost(post.id))
  await expect(content(page)).toHaveText('Changed, and not yet published.')
  await expect(page.getByText(/^You have unsaved text/)).toHaveCount(0)
})

test('a new text that cannot be saved yet survives, too', async ({ page }) => {
  await page.goto(paths.admin)
  await title(page).fill('Half a thought')
  await expect(saveState(page, /^Not saved yet/)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(paths.apps)
  await page.goto(paths.admin)
  await expect(page.getByText(/^You have unsaved text from .*Half a thought$/)).toBeVisible()
  await title(page).fill('Another one')
  await button(page, 'Restore').click()
  await expect(title(page)).toHaveValue('Half a thought')
  // What was written meanwhile is not lost for it.
  await expect(page.getByText(/^You have unsaved text from .*Another one$/)).toBeVisible()
  await button(page, 'Discard').click()
  await expect(title(page)).toHaveValue('Half a thought')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await button(page, 'Discard').click()
  await page.reload()
  await expect(content(page)).toBeVisible()
  await expect(page.getByText(/^You have unsaved text/)).toHaveCount(0)
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('the text waits on this device and is saved when the network is back', async ({ page, server }) => {
    await page.goto(paths.admin)
    await title(page).fill('On the train')
    await expect(content(page)).toBeVisible()
    await page.context().setOffline(true)
    await content(page).fill('In the tunnel.')
    await expect(saveState(page, 'Not saved: you’re offline')).toBeVisible()

    // Each thing is said once: the line gives the reason, the toast what happens to the text.
    await page.keyboard.press('Control+s')
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
    await expect(toast).toContainText(postMessages.saveFailed)
    await expect(toast).toContainText('We’ll save it when you’re back online.')
    await expect(page.getByRole('main').getByText(postMessages.saveFailed)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Manage Posts' }).click()
    const dialog = page.getByRole('dialog', { name: 'You have unsaved changes' })
    await expect(dialog).toContainText('You’re offline')
    await expect(dialog.getByRole('button', { name: 'Save and leave' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await page.context().setOffline(false)
    await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    expect(await listPosts(server)).toMatchObject([
      { title: 'On the train', content: '<p>In the tunnel.</p>' },
    ])
  })
})

test.describe('when an answer is lost', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('the new post is not made twice, and has the newest text', async ({ page, server }) => {
    let arrived = 0
    await page.route(`**${paths.api.blog}`, async (route) => {
      if (route.request().method() !== 'POST' || arrived > 0) return route.fallback()
      arrived++
      // The browser adds this header after the page has been asked, so it is not among those of the route.
      await route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } })
      await route.abort()
    })
    await page.goto(paths.admin)
    await title(page).fill('Sent once')
    await content(page).fill('The first text.')
    await expect(saveState(page, /^Not saved$/)).toBeVisible()
    expect(await listPosts(server)).toMatchObject([{ content: '<p>The first text.</p>' }])
    await content(page).fill('The newest text.')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
    expect(await listPosts(server)).toMatchObject([
      { title: 'Sent once', content: '<p>The newest text.</p>' },
    ])
  })
})

test('changes are not left without a question', async ({ page, server }) => {
  const post = await addPost(server, { isPublished: true })
  await page.goto(paths.adminTab('manage'))
  await page.getByRole('button', { name: 'Edit A post' }).click()
  await content(page).fill('Changed.')
  await page.getByRole('tab', { name: 'Manage Posts' }).click()
  const dialog = page.getByRole('dialog', { name: 'You have unsaved changes' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(content(page)).toHaveText('Changed.')
  await expect(page.getByRole('tab', { name: 'Manage Posts' })).toBeFocused()

  await page.goBack()
  await expect(dialog).toBeVisible()
  expect(new URL(page.url()).search).toBe(`?tab=create&post=${post.id}`)
  await dialog.getByRole('button', { name: 'Save and leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Posts' })).toBeVisible()
  expect((await readPost(server, post.id)).content).toBe('<p>Changed.</p>')
})

test.describe('what the server will not take', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('is named while somebody writes, without taking the focus', async ({ page }) => {
    await page.goto(paths.admin)
    await title(page).fill('Half an address')
    await page.getByLabel('Source URL').fill('example.org/source')
    await content(page).fill('Written in a hurry.')
    const why = page
      .getByRole('main')
      .getByText(/^Failed to save blog post. Enter the full web address of the source/)
    await expect(why).toBeVisible()
    await expect(content(page)).toBeFocused()
    await page.keyboard.press('Control+s')
    await expect(page.getByText(postMessages.saveFailed, { exact: true })).toBeVisible()
    await expect(content(page)).toBeFocused()
    await page.getByLabel('Source URL').fill('https://example.org/source')
    await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await expect(why).toHaveCount(0)
  })
})

test('whoever has gone elsewhere while a new post is saved stays there', async ({ page, server }) => {
  const saving = Promise.withResolvers<void>()
  await page.route(`**${paths.api.blog}`, async (route) => {
    if (route.request().method() === 'POST') await saving.promise
    await route.continue()
  })
  await page.goto(paths.admin)
  await title(page).fill('Slow')
  await content(page).fill('Very slow.')
  await button(page, 'Save Post').click()
  await page.getByRole('tab', { name: 'Manage Posts' }).click()
  await button(page, 'Leave without saving').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Posts' })).toBeVisible()
  saving.resolve()
  await expect(page.getByRole('article', { name: 'Slow' })).toBeVisible()
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?tab=manage')
  expect(await listPosts(server)).toHaveLength(1)
})

test('a post that came by another door keeps its links, spaces, lines, and numbers', async ({
  page,
  server,
}) => {
  const sent =
    '<p>Two  spaces. <a href="/blog/other">Here</a>, <a href="tel:+1 555">call</a>,\n<a href="https://example.org"><code>code</code></a> <strong><code>bold</code></strong></p>' +
    '<pre><code>one\n\ttwo  three\n</code></pre><ol start="1986"><li><p>A great year</p></li></ol><p>End</p>'
  const post = await addPost(server, { content: sent, isPublished: true })
  await page.goto(paths.adminPost(post.id))
  await content(page).press('Control+End')
  await typeText(page, '.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  expect((await readPost(server, post.id)).content).toBe(
    sent.replace('+1 555', '+1%20555').replace(',\n', ', ').replace('End', 'End.'),
  )
})

test.describe('when the session has ended', () => {
  test.use({ expectedErrors: /status of 401/ })

  test('one signs in over the editor, and the save goes through', async ({ page, server }) => {
    const post = await addPost(server, { isPublished: true })
    await page.goto(paths.adminPost(post.id))
    await content(page).fill('Written while the session ended.')
    await server.query('delete from sessions')
    await button(page, 'Update Post').click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(dialog.getByLabel('Username')).toHaveValue(admin.username)
    await expect(dialog.getByLabel('Password')).toBeFocused()
    await dialog.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(/don’t match/)
    await dialog.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
    cookie = await server.signIn()
    expect((await readPost(server, post.id)).content).toBe('<p>Written while the session ended.</p>')
  })

  test('whoever does not sign in keeps the text', async ({ page, server }) => {
    // Public, so that it does not save itself before the session has ended.
    const post = await addPost(server, { isPublished: true })
    await page.goto(paths.adminPost(post.id))
    await content(page).fill('Kept text.')
    await server.query('delete from sessions')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(postMessages.saveFailed, { exact: true }).first()).toBeVisible()
    await expect(saveState(page, /^Not saved$/)).toBeVisible()
    await expect(content(page)).toHaveText('Kept text.')
  })
})

test.describe('when somebody else has saved the post', () => {
  test.use({ expectedErrors: /status of 409/ })

  async function openConflict(page: Page, server: TestServer): Promise<Post> {
    const post = await addPost(server, { isPublished: true })
    await page.goto(paths.adminPost(post.id))
    await content(page).fill('My words.')
    await addPost(server, { id: post.id, version: post.version, content: '<p>Their words.</p>' })
    await button(page, 'Update Post').click()
    const dialog = page.getByRole('dialog', { name: 'Two versions of this post' })
    await expect(dialog.getByRole('region', { name: 'Content: Theirs' })).toContainText('Their words.')
    await expect(dialog.getByRole('region', { name: 'Content: Yours' })).toContainText('My words.')
    // Nobody wrote the excerpts: they are the beginnings of these.
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Content'])
    return post
  }

  test('mine can go on', async ({ page, server }) => {
    const post = await openConflict(page, server)
    await button(page, 'Keep mine').click()
    await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
    expect((await readPost(server, post.id)).content).toBe('<p>My words.</p>')
    await expect(content(page)).toHaveText('My words.')
  })

  test('theirs can be taken', async ({ page, server }) => {
    const post = await openConflict(page, server)
    await button(page, 'Use theirs').click()
    await expect(content(page)).toHaveText('Their words.')
    await expect(saveState(page, /^Saved/)).toBeVisible()
    expect((await readPost(server, post.id)).content).toBe('<p>Their words.</p>')

    // A hurried hand has pressed the wrong button.
    await page.reload()
    await button(page, 'Restore').click()
    await expect(content(page)).toHaveText('My words.')
  })

  test('the dialog can be closed without losing anything', async ({ page, server }) => {
    const post = await openConflict(page, server)
    await page.keyboard.press('Escape')
    await expect(content(page)).toHaveText('My words.')
    await expect(saveState(page, /^Not saved$/)).toBeVisible()
    expect((await readPost(server, post.id)).content).toBe('<p>Their words.</p>')
  })
})

test.describe('the list of posts', () => {
  test('shows every post, finds by word and status, and reaches the last one', async ({ page, server }) => {
    await server.query(
      `insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published, published_at)
       select 'Post ' || n, 'post-' || n, 'About ' || n, '<p>Text</p>', 'Bea Baker', 'ai', false,
              now() - make_interval(mins => n)
       from generate_series(1, 30) as n`,
    )
    const live = await addPost(server, { title: 'Prayer lists', excerpt: 'Short.', isPublished: true })
    await page.goto(paths.adminTab('manage'))
    await expect(page.getByText('31 posts', { exact: true })).toBeVisible()
    const row = page.getByRole('article', { name: 'Prayer lists' })
    for (const words of ['Short.', 'Published', 'Human Written', 'Admin'])
      await expect(row.getByText(words, { exact: true })).toBeVisible()
    const draft = page.getByRole('article', { name: 'Post 1', exact: true })
    for (const words of ['About 1', 'Draft', 'AI Generated', 'Bea Baker'])
      await expect(draft.getByText(words, { exact: true })).toBeVisible()
    const view = row.getByRole('link', { name: /^View/ })
    await expect(view).toHaveAttribute('href', paths.post(live.slug))
    await expect(view).toHaveAttribute('target', '_blank')

    await button(page, 'Show more posts').click()
    await expect(page.getByRole('article', { name: 'Post 30' })).toBeVisible()
    await expect(button(page, 'Show more posts')).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(31)

    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await expect(page.getByLabel('Search')).toBeFocused()
    await page.keyboard.type('prayer')
    await expect(page.getByText('1 post', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Search')).toBeFocused()
    await expect(page).toHaveURL(/[?&]q=prayer(&|$)/)
    await page.getByLabel('Status').selectOption('Drafts')
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await page.getByLabel('Search').fill('')
    await expect(page.getByText('30 posts', { exact: true })).toBeVisible()
  })

  test('sorts, and moves several posts to the trash and back', async ({ page, server }) => {
    for (const title of ['Banana', 'apple', 'Cherry']) await addPost(server, { title, isPublished: true })
    const titles = page.getByRole('article').getByRole('heading', { level: 2 })
    await page.goto(paths.adminTab('manage'))
    await expect(titles).toHaveText(['Cherry', 'apple', 'Banana'])
    await page.getByLabel('Sort by').selectOption('Title, A to Z')
    await expect(titles).toHaveText(['apple', 'Banana', 'Cherry'])
    await page.reload()
    await expect(page.getByLabel('Sort by')).toHaveValue('title')
    await page.getByLabel('Sort by').selectOption('Oldest first')
    await expect(titles).toHaveText(['Banana', 'apple', 'Cherry'])

    const all = page.getByLabel('Select all shown')
    await page.getByLabel('Select apple').check()
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
    await expect(all).toBeChecked({ indeterminate: true })
    await all.check()
    await page.getByLabel('Select Cherry').uncheck()
    await button(page, 'Move selected to trash').click()
    await expect(titles).toHaveText(['Cherry'])
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
    await expect(toast).toContainText('2 posts moved to the trash')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(titles).toHaveText(['Banana', 'apple', 'Cherry'])
    await expect(toast).toContainText('2 posts restored')

    await all.check()
    await button(page, 'Move selected to trash').click()
    await page.getByLabel('Status').selectOption('Trash')
    await page.getByLabel('Select Banana').check()
    await button(page, 'Restore selected').click()
    await expect(titles).toHaveText(['apple', 'Cherry'])
    expect(await listPosts(server)).toMatchObject([{ title: 'Banana' }])
  })

  test('publishes, takes off the site, and moves to the trash and back', async ({ page, server }) => {
    const post = await addPost(server, { title: 'Back and forth', isPublished: false })
    await page.goto(paths.adminTab('manage'))
    const row = page.getByRole('article', { name: 'Back and forth' })
    await row.getByRole('button', { name: /^Publish/ }).click()
    await expect(row.getByText('Published', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: /^Unpublish/ })).toBeFocused()
    expect((await server.send(paths.api.post(post.slug))).status).toBe(200)
    await page.keyboard.press('Enter')
    await expect(row.getByText('Draft', { exact: true })).toBeVisible()
    expect((await server.send(paths.api.post(post.slug))).status).toBe(404)

    await row.getByRole('button', { name: /^Move to trash/ }).click()
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await button(page, 'Undo').click()
    await expect(row).toBeVisible()

    await row.getByRole('button', { name: /^Move to trash/ }).click()
    await page.getByLabel('Status').selectOption('Trash')
    await expect(row.getByText(/^In the trash since/)).toBeVisible()
    await row.getByRole('button', { name: /^Restore/ }).click()
    await expect(row).toHaveCount(0)
    expect((await readPost(server, post.id)).deletedAt).toBeUndefined()
  })

  test('says that it loads, and what to do when it cannot', async ({ page }) => {
    const answer = Promise.withResolvers<void>()
    await page.route(`**${paths.api.blog}?*`, async (route) => {
      await answer.promise
      await route.fulfill({ json: [] })
    })
    await page.goto(paths.adminTab('manage'))
    await expect(page.getByText('Loading posts...', { exact: true })).toBeVisible()
    answer.resolve()
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await page.getByRole('link', { name: 'Write the first post' }).click()
    await expect(title(page)).toBeVisible()
  })
})

test('earlier versions are compared and restored', async ({ page, server }) => {
  const first = await addPost(server, { title: 'Grown', content: '<p>One small seed.</p>' })
  await addPost(server, {
    id: first.id,
    version: first.version,
    title: 'Grown',
    content: '<p>One tall tree.</p>',
  })
  await page.goto(paths.adminPost(first.id))
  await button(page, 'Version history').click()
  const dialog = page.getByRole('dialog', { name: 'Version history' })
  const versions = dialog.getByRole('list', { name: 'Versions, newest first' }).getByRole('button')
  await expect(versions).toHaveCount(2)
  await versions.last().click()
  await expect(
    dialog.getByRole('region', { name: /^Content: Version from/ }).getByRole('deletion'),
  ).toHaveText(['small', 'seed'])
  await expect(dialog.getByRole('region', { name: 'Content: Now' }).getByRole('insertion')).toHaveText([
    'tall',
    'tree',
  ])
  await dialog.getByRole('button', { name: 'Restore this version' }).click()
  await expect(content(page)).toHaveText('One small seed.')
  await expect(button(page, 'Version history')).toBeFocused()
  expect((await readPost(server, first.id)).content).toBe('<p>One small seed.</p>')

  await closeToast(page)
  // What saves itself is one version that grows: it is shown as it is now.
  for (const words of ['It grows.', 'It grows and grows.']) {
    await content(page).fill(words)
    await expect.poll(async () => (await readPost(server, first.id)).content).toBe(`<p>${words}</p>`)
    await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await button(page, 'Version history').click()
    await dialog.getByRole('button', { name: /Autosaved/ }).click()
    await expect(dialog.getByText('The two versions are identical.')).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test.describe('AI', () => {
  const long =
    'A prayer list is the most private document in many churches. It holds names and illnesses, and debts.'

  test('suggests titles, of which one is applied', async ({ page }) => {
    const prompts: unknown[] = []
    await page.route(`**${paths.api.aiSuggestions}`, (route) => {
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

  test('fills what is empty, and asks before it replaces', async ({ page }) => {
    const answer = {
      title: 'AI title',
      content: '<p>AI words.</p>',
      excerpt: 'AI excerpt',
      tags: ['AI tag'],
    }
    let topic: unknown
    await page.route(`**${paths.api.aiGeneratePost}`, (route) => {
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
    await expect(dialog.getByRole('checkbox')).toHaveCount(0)
    await expect(dialog.getByRole('region', { name: 'Title: Before' })).toContainText('My title')
    await expect(dialog.getByRole('region', { name: 'Title: After' })).toContainText('AI title')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(title(page)).toHaveValue('My title')

    await button(page, 'Undo').click()
    await expect(content(page)).toHaveText('')
    await expect(page.getByLabel('Content type')).toHaveValue('human')
    await expect(page.getByRole('button', { name: 'Remove tag AI tag' })).toHaveCount(0)

    await content(page).fill('My words.')
    await button(page, 'Generate AI Content').click()
    await dialog.getByRole('checkbox', { name: 'Replace the title' }).uncheck()
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await expect(content(page)).toHaveText('AI words.')
    await expect(title(page)).toHaveValue('My title')
  })

  test('is taken paragraph by paragraph, and the earlier text is a version of its own', async ({
    page,
    server,
  }) => {
    const { id } = await addPost(server, {
      title: 'Monday calls',
      content: '<p>We open at nine.</p><p>we answer every call on monday morning</p><p>Bye.</p>',
      isPublished: false,
    })
    await page.route(`**${paths.api.aiGeneratePost}`, (route) =>
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
    await page.goto(paths.adminPost(id))
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

  test('makes an excerpt of enough content only', async ({ page }) => {
    await page.route(`**${paths.api.aiGenerateExcerpt}`, (route) =>
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
    await page.route(`**${paths.api.generateAiContent}`, async (route) => {
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

test('keys: ? lists them, n opens a new post, Ctrl+S saves and stays, and they can be switched off', async ({
  page,
  server,
}) => {
  await page.goto(paths.adminTab('manage'))
  await expect(page.getByText('0 posts', { exact: true })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Save and keep writing (Cmd + S on a Mac)')).toBeVisible()
  // A tablet with a keyboard.
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(help.getByText('Ctrl + S', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(title(page)).toBeFocused()
  await page.keyboard.type('Is n a letter?')
  // The editor's code has come.
  await expect(content(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Yes / no')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  await expect(content(page)).toBeFocused()
  expect(await listPosts(server)).toMatchObject([{ title: 'Is n a letter?', content: '<p>Yes / no</p>' }])

  await page.getByRole('tab', { name: 'Manage Posts' }).click()
  await page.keyboard.press('?')
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Posts' })).toBeVisible()
})

test('a chosen theme stays, whatever the system says', async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(paths.admin)
  const dark = await paper()
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await paper()
  expect(light).not.toBe(dark)

  await page.getByRole('radio', { name: 'Dark' }).focus()
  await page.keyboard.press('Space')
  expect(await paper()).toBe(dark)
  await page.reload()
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
