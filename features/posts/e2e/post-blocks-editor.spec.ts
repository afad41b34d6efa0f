import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '../../../core/contract/paths.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { expect, inLongRuns, isEveryCase, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import { createRandom } from '../../../tests/helpers/random.ts'
import { postPaths } from '../contract/post-paths.ts'
import { everyBlock } from '../testing/every-block.ts'
import { randomBlocks } from '../testing/random-blocks.ts'
import { addPost, content, listPosts, readPost, saveState, title } from './post-form.ts'

test.beforeEach(startSignedIn)

/** Opens the Insert menu and chooses an item with the keyboard alone. */
async function insert(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Insert', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await chooseItem(page, name)
}

async function chooseItem(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('menu')
  const item = menu.getByRole('menuitem', { name }).or(menu.getByRole('menuitemcheckbox', { name }))
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  for (let step = 0; step < 8; step++) {
    if (await item.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Moves from the text to a tool of the block with the cursor, with the keyboard alone. */
async function focusTool(page: Page, block: string, name: string): Promise<void> {
  const tool = page.getByRole('group', { name: block }).getByRole('button', { name, exact: true })
  await page.keyboard.press('Alt+F10')
  for (let step = 0; step < 12; step++) {
    if (await tool.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(tool).toBeFocused()
}

/** Presses a key and waits for two frames, because the browser reports the new selection a little later. */
async function moveCaret(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

async function startPost(page: Page): Promise<void> {
  await page.goto(paths.admin)
  await title(page).fill('Blocks')
  await content(page).focus()
}

/** The content of the form's post, once it is saved on the server */
async function savedContent(page: Page): Promise<string> {
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET')
  await page.keyboard.press('Control+s')
  return (await (await saved).json()).content
}

test('a table is made, changed, and deleted with the keyboard alone', async ({ page }) => {
  await startPost(page)
  await insert(page, 'Table')
  await expect(page.getByLabel('Rows')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Rows')).toHaveAccessibleDescription('Enter a number of rows from 1 to 100.')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
  for (const text of ['Day', 'Topic', 'Monday', 'Plans', 'Tuesday', 'Tools']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  const row = (name: string, ...cells: string[]) =>
    `<tr>${cells.map((cell) => `<${name}><p>${cell}</p></${name}>`).join('')}</tr>`
  const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
  const first = [row('th', 'Day', 'Topic'), row('td', 'Monday', 'Plans'), row('td', 'Tuesday', 'Tools')]
  expect(await savedContent(page)).toBe(`${table(...first, row('td', '', ''))}<p></p>`)

  await focusTool(page, 'Table', 'Row')
  await page.keyboard.press('Enter')
  await chooseItem(page, 'Delete row')
  // The tool keeps the focus for someone who uses the keyboard, because more changes may follow.
  await expect(
    page.getByRole('group', { name: 'Table' }).getByRole('button', { name: 'Row', exact: true }),
  ).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await chooseItem(page, 'Add column after')
  await page.keyboard.press('Escape')
  await expect(content(page)).toBeFocused()
  expect(await savedContent(page)).toContain('<td><p>Tools</p></td><td><p></p></td>')
  await focusTool(page, 'Table', 'Column')
  await page.keyboard.press('Enter')
  await chooseItem(page, 'Header column')
  expect(await savedContent(page)).toContain('<tr><th><p>Tuesday</p></th>')
  await focusTool(page, 'Table', 'Delete table')
  await page.keyboard.press('Enter')
  await expect(content(page)).toBeFocused()
  await page.keyboard.type('gone')
  expect(await savedContent(page)).toBe('<p>gone</p>')
})

test('buttons, callouts, and videos are made, changed, and deleted with the keyboard', async ({ page }) => {
  await test.step('a button', async () => {
    await startPost(page)
    await page.keyboard.type('before')
    await insert(page, 'Button')
    await expect(page.getByLabel('Button text')).toBeFocused()
    await page.keyboard.type('  Sign up & come ')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Button link')).toHaveAccessibleDescription(
      /a page of this site \(\/waitlist\)/,
    )
    await page.keyboard.type('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Button link')).toHaveAccessibleDescription(/web, email, or phone link/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('example.org/?a=1&b=2')
    await page.keyboard.press('Enter')
    await expect(content(page)).toBeFocused()
    await page.keyboard.type('after')
    const html = (label: string) =>
      `<p>before</p><p class="button-link"><a href="https://example.org/?a=1&amp;b=2">${label}</a></p>`
    expect(await savedContent(page)).toBe(`${html('Sign up &amp; come')}<p>after</p>`)

    await moveCaret(page, 'Home')
    await moveCaret(page, 'ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Button text')).toHaveValue('Sign up & come')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Join')
    await page.keyboard.press('Enter')
    expect(await savedContent(page)).toBe(`${html('Join')}<p>after</p>`)
    await focusTool(page, 'Button', 'Remove')
    await page.keyboard.press('Enter')
    expect(await savedContent(page)).toBe('<p>before</p><p>after</p>')
  })

  await test.step('a callout', async () => {
    await startPost(page)
    await insert(page, 'Callout')
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('outside')
    expect(await savedContent(page)).toMatch(
      /^<aside data-tone="note"><p>one<\/p><p>two<\/p><\/aside><p>outside<\/p>/,
    )
    await page.keyboard.press('ArrowUp')
    const kind = page.getByLabel('Kind of callout')
    await expect(kind).toBeVisible()
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('Tab')
    await expect(kind).toBeFocused()
    await page.keyboard.type('Imp')
    expect(await savedContent(page)).toContain('<aside data-tone="important">')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await savedContent(page)).toMatch(/^<p>one<\/p><p>two<\/p><p>outside<\/p>/)
  })

  await test.step('a video', async () => {
    await startPost(page)
    await insert(page, 'Video')
    await expect(page.getByLabel('Video link')).toBeFocused()
    await page.keyboard.type('https://example.org/video')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Video link')).toHaveAccessibleDescription(
      'Enter the link of a video on YouTube or Vimeo.',
    )
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(
      '<iframe width="560" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=1"></iframe>',
    )
    await page.keyboard.press('Tab')
    await page.keyboard.type('How we plan')
    await page.keyboard.press('Enter')
    const html = (title: string) =>
      `<figure class="video"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">${title}</a></figure>`
    expect(await savedContent(page)).toBe(`${html('How we plan')}<p></p>`)
    await moveCaret(page, 'ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByLabel('Video title').fill('Plans')
    await page.keyboard.press('Enter')
    expect(await savedContent(page)).toBe(`${html('Plans')}<p></p>`)
    await page.keyboard.press('Delete')
    await page.keyboard.type('gone')
    expect(await savedContent(page)).toContain('gone')
    await expect(content(page).locator('figure')).toHaveCount(0)
  })
})

test('a video gets an image of its own, which readers see before the click', async ({ page, server }) => {
  await startPost(page)
  await insert(page, 'Video')
  await page.keyboard.insertText('https://vimeo.com/76979871')
  await page.getByLabel('Video title').fill('Our tour')
  await page.getByRole('button', { name: 'Add an image' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Image file').setInputFiles({
    name: 'tour.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#356' } })
      .png()
      .toBuffer(),
  })
  await dialog.getByRole('textbox', { name: 'Image description' }).fill('The front door')
  await dialog.getByRole('button', { name: 'Use as the image' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Insert', exact: true }).last().click()
  await expect(content(page).getByRole('img', { name: 'The front door' })).toBeVisible()
  const stored = await savedContent(page)
  expect(stored).toMatch(
    /^<figure class="video"><a href="https:\/\/vimeo\.com\/76979871"><img src="\/media\/[^>]*alt="The front door"[^>]*>Our tour<\/a><\/figure><p><\/p>$/,
  )
  const [post] = await listPosts(server)
  await server.send(`/api/blog/${post?.id ?? 0}`, {
    method: 'PATCH',
    cookie: await server.signIn(),
    json: { version: post?.version, isPublished: true },
  })
  await page.goto(postPaths.post(post?.slug ?? ''))
  const video = page.getByRole('button', { name: /Our tour/ })
  await expect(video.getByRole('img', { name: 'The front door' })).toBeVisible()
  const isLoaded = (image: HTMLImageElement) => image.naturalWidth > 0
  await expect.poll(() => video.getByRole('img').evaluate(isLoaded)).toBe(true)
})

test(
  'every block opens again unchanged, and is accessible in the editor',
  inLongRuns,
  async ({ page, server }) => {
    const post = await addPost(server, { content: everyBlock })
    expect(post.content).toBe(everyBlock)
    await page.goto(postPaths.adminPost(post.id))
    await expect(content(page)).toContainText('Annual plan')
    await expect(saveState(page, /^Saved/)).toBeVisible()
    await content(page).press('Control+End')
    await page.keyboard.type('!')
    await expect.poll(async () => (await readPost(server, post.id)).version).toBeGreaterThan(post.version)
    expect((await readPost(server, post.id)).content).toBe(everyBlock.replace(/<\/p>$/, '!</p>'))

    await test.step('also with menus and fields', async () => {
      await content(page).getByRole('cell', { name: 'Monday' }).click()
      await expectAccessible(page, 'a table')
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
      await expectAccessible(page, 'the menu')
      await page.getByRole('menuitem', { name: 'Video' }).click()
      await expectAccessible(page, 'the fields of a video')
    })
  },
)

test(
  'blocks of random texts stay unchanged, however often the text is opened',
  inLongRuns,
  async ({ page, server }) => {
    for (let seed = 1; seed <= (isEveryCase ? 10 : 3); seed++) {
      const html = randomBlocks(createRandom(seed)).html.replaceAll(/<img [^>]*>/g, '')
      const post = await addPost(server, { title: `Random ${seed}`, content: `${html}<p>The end.</p>` })
      const edited = await addToText(page, post.id, '!')
      expect(blocksOf(edited), `seed ${seed}: ${post.content}`).toEqual(blocksOf(post.content))
      expect(wordsOf(edited), `seed ${seed}: ${post.content}`).toBe(`${wordsOf(post.content)}!`)
      expect(await addToText(page, post.id, '?'), `seed ${seed}: ${edited}`).toBe(edited.replace('!', '!?'))
    }
  },
)

/** Opens a post in the editor and writes at its end. Returns the content that the server stored. */
async function addToText(page: Page, id: number, words: string): Promise<string> {
  await page.goto(postPaths.adminPost(id))
  await expect(content(page)).toContainText('The end.')
  await content(page).focus()
  await moveCaret(page, 'Control+End')
  await page.keyboard.type(words)
  return savedContent(page)
}

/** The tags of the blocks of a text with their attributes, without the paragraphs and lists in them */
const blocksOf = (html: string) =>
  html.match(/<(?:figure|p) class="[^"]*"><a [^>]*>|<(?:table|tr|t[hd]|aside)\b[^>]*>/g)

const wordsOf = (html: string) => html.replaceAll(/<[^>]*>|\s|&nbsp;|\u00a0/g, '')

test('tables of other programs are pasted in the stored form', inLongRuns, async ({ page }) => {
  const cell = (text: string) => `<td><p>${text}</p></td>`
  const pasted: [string, string, string][] = [
    [
      'Word',
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment--><table class=MsoTableGrid border=1 style="border-collapse:collapse"><tr><td width=312 valign=top style="width:233.75pt"><p class=MsoNormal>Day<o:p></o:p></p></td><td><p class=MsoNormal><b>Topic</b></p></td></tr></table><!--EndFragment--></body></html>',
      `<table><tbody><tr>${cell('Day')}${cell('<strong>Topic</strong>')}</tr></tbody></table>`,
    ],
    [
      'Google Docs',
      '<b style="font-weight:normal;" id="docs-internal-guid-1"><div dir="ltr" align="left"><table style="border:none"><colgroup><col width="301"/><col width="301"/></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000 1pt"><p dir="ltr"><span style="font-size:11pt;font-weight:700">Day</span></p></td><td><p dir="ltr"><span>Topic</span></p></td></tr></tbody></table></div></b>',
      `<table><tbody><tr>${cell('<strong>Day</strong>')}${cell('Topic')}</tr></tbody></table>`,
    ],
    [
      'Excel',
      '<html><head><style>.xl65{color:red}</style></head><body><table border=0 cellpadding=0 cellspacing=0 width=128><col width=64 span=2><!--StartFragment--><tr height=20><td height=20 class=xl65 width=64>Day</td><td colspan=1>Topic</td></tr><tr><td>Monday</td><td></td></tr><!--EndFragment--></table></body></html>',
      `<table><tbody><tr>${cell('Day')}${cell('Topic')}</tr><tr>${cell('Monday')}${cell('')}</tr></tbody></table>`,
    ],
    [
      'a web page',
      '<table><caption>Plan</caption><thead><tr><td>Day</td></tr></thead><tbody><tr><td><h2>a</h2><table><tr><td>b</td></tr></table></td></tr></tbody></table>',
      `<p>Plan</p><table><tbody><tr><th><p>Day</p></th></tr><tr>${cell('<strong>a</strong></p><p>b')}</tr></tbody></table>`,
    ],
  ]
  for (const [program, html, stored] of pasted) {
    await startPost(page)
    await content(page).evaluate((element, html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)
    const shown = await savedContent(page)
    expect(shown.replace(/<p><\/p>$/, ''), program).toBe(stored)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
  }
})
