import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { type Post, postMessages } from '../../contracts/posts.ts'
import { admin, type TestServer } from '../helpers/launch-server.ts'
import { emptyTables, expect, test } from './fixtures.ts'

let cookie: string

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  cookie = await server.signIn()
  await page.context().addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return { name, value, url: server.url }
    }),
  )
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
  await expect(page.getByLabel('Link address')).toBeFocused()
  await typeText(page, 'javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Link address')).toHaveAccessibleDescription(/web, mail or phone address/)
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
  await page.keyboard.press('Shift+Home')
  await applyTool(page, 'Clean formatting')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await applyTool(page, 'Code block')
  await typeText(page, 'const answer = 42')
  // Colours come a second after the last letter: spec section 9.
  await expect(content(page).getByText('const', { exact: true })).toHaveClass(/hljs-keyword/)

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
      '<p>plain again</p><pre><code>const answer = 42</code></pre>',
  )
  expect(saved?.excerpt).toMatch(/^Level 1.*\.\.\.$/)

  await test.step('opened again it is the same, and opening changes nothing', async () => {
    await page.goto(paths.adminTab('manage'))
    await page.getByRole('button', { name: 'Edit Every format' }).click()
    await expect(page.getByRole('tab', { name: 'Edit Post' })).toHaveAttribute('aria-selected', 'true')
    expect(new URL(page.url()).search).toBe(new URL(paths.adminPost(saved?.id ?? 0), page.url()).search)
    await expect(content(page).getByText('const', { exact: true })).toHaveClass(/hljs-keyword/)
    expect(await content(page).innerHTML()).toBe(written)
    await expect(saveState(page, /^Saved \d\d:\d\d$/)).toBeVisible()
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
  await title(page).fill('Once')
  await content(page).fill('Only once.')
  await button(page, 'Save Post').dblclick()
  await expect(title(page)).toHaveValue('')
  expect(await listPosts(server)).toHaveLength(1)
})

test('a draft saves itself, and keeps its address', async ({ page, server }) => {
  await page.goto(paths.admin)
  await title(page).fill('By itself')
  await content(page).fill('A first sentence.')
  await expect(saveState(page, 'Not saved yet')).toBeVisible()
  await expect(saveState(page, /^Saved \d\d:\d\d$/)).toBeVisible()
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
  await expect(saveState(page, /^Not saved yet. Kept on this computer \d\d:\d\d$/)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText(/^You have unsaved text from \d\d:\d\d/)).toBeVisible()
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
  await expect(saveState(page, 'Not saved yet')).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(paths.apps)
  await page.goto(paths.admin)
  await expect(page.getByText(/^You have unsaved text from .*Half a thought$/)).toBeVisible()
  await button(page, 'Restore').click()
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

  test('the text waits on this computer and is saved when the network is back', async ({ page, server }) => {
    await page.goto(paths.admin)
    await title(page).fill('On the train')
    await expect(content(page)).toBeVisible()
    await page.context().setOffline(true)
    await content(page).fill('In the tunnel.')
    await expect(saveState(page, 'Not saved: you are offline')).toBeVisible()
    await page.context().setOffline(false)
    await expect(saveState(page, /^Saved \d\d:\d\d$/)).toBeVisible()
    expect(await listPosts(server)).toMatchObject([
      { title: 'On the train', content: '<p>In the tunnel.</p>' },
    ])
  })
})

test('changes are not left without a question', async ({ page, server }) => {
  const post = await addPost(server, { isPublished: true })
  await page.goto(paths.adminTab('manage'))
  await page.getByRole('button', { name: 'Edit A post' }).click()
  await content(page).fill('Changed.')
  await page.getByRole('tab', { name: 'Manage Posts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your changes are not saved' })
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
    await expect(dialog.getByRole('alert')).toHaveText(/do not match/)
    await dialog.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
    cookie = await server.signIn()
    expect((await readPost(server, post.id)).content).toBe('<p>Written while the session ended.</p>')
  })

  test('whoever does not sign in keeps the text', async ({ page, server }) => {
    await page.goto(paths.admin)
    await title(page).fill('Kept')
    await content(page).fill('Kept text.')
    await server.query('delete from sessions')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(postMessages.saveFailed, { exact: true }).first()).toBeVisible()
    await expect(saveState(page, 'Not saved')).toBeVisible()
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
    await button(page, 'Take theirs').click()
    await expect(content(page)).toHaveText('Their words.')
    await expect(saveState(page, /^Saved/)).toBeVisible()
    expect((await readPost(server, post.id)).content).toBe('<p>Their words.</p>')
  })

  test('the dialog can be closed without losing anything', async ({ page, server }) => {
    const post = await openConflict(page, server)
    await page.keyboard.press('Escape')
    await expect(content(page)).toHaveText('My words.')
    await expect(saveState(page, 'Not saved')).toBeVisible()
    expect((await readPost(server, post.id)).content).toBe('<p>Their words.</p>')
  })
})
