import type { Page } from '@playwright/test'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import type { Post } from '../../posts/contract/posts.ts'
import { dialog, makePicture, openNewPost, photo, words } from '../testing/media-stage.ts'

let cookie: string
test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  cookie = await signIn(page.context(), server)
})

/** Drops or pastes image files into the text editor, as from the desktop or with Ctrl+V. */
async function give(page: Page, type: 'drop' | 'paste', files: string[]): Promise<void> {
  const bytes = (await makePicture('#47a', 200, 100)).toString('base64')
  const editor = page.getByRole('textbox', { name: 'Content' })
  await editor.evaluate(
    (element, { type, files, bytes }) => {
      const data = new DataTransfer()
      for (const name of files) {
        const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
        data.items.add(new File([content], name, { type: 'image/jpeg' }))
      }
      const { left, bottom } = element.getBoundingClientRect()
      const shared = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { ...shared, dataTransfer: data, clientX: left + 5, clientY: bottom - 5 })
          : new ClipboardEvent('paste', { ...shared, clipboardData: data }),
      )
    },
    { type, files, bytes },
  )
}

async function lastPost(server: TestServer): Promise<Post> {
  const posts = (await (await server.send('/api/blog', { cookie })).json()) as Post[]
  if (!posts[0]) throw new Error('there is no post')
  return posts[0]
}

test('an image is inserted with a description, and visitors see it', async ({ page, server }) => {
  await openNewPost(page)
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  await dialog(page)
    .getByLabel('Image file')
    .setInputFiles(await photo())
  await expect(words(page)).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(words(page)).toHaveAccessibleDescription(/Describe the image, or mark it as decorative/)
  await expect(words(page)).toBeFocused()
  await words(page).fill('Two volunteers & a box')
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const picture = page.getByRole('textbox', { name: 'Content' }).getByRole('img')
  await expect(picture).toHaveAccessibleName('Two volunteers & a box')
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused()
  await page.keyboard.type('After it.')
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Save Post' }).click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()

  const { slug, content, id } = await lastPost(server)
  expect(content).toMatch(
    /^<p>Before the picture\.<\/p><p><img src="\/media\/[0-9a-f]{32}-960" srcset="[^"]+ 1200w" sizes="[^"]+" alt="Two volunteers &amp; a box" width="1200" height="800" \/>After it\.<\/p>$/,
  )
  await page.goto(postPaths.post(slug))
  const shown = page.getByRole('article').getByRole('img', { name: 'Two volunteers & a box' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const [file] = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/media/'))
      .map(({ name }) => name),
  )
  expect(
    (await page.request.get(file ?? '', { headers: { accept: 'image/avif' } })).headers()['content-type'],
  ).toBe('image/avif')

  // Opening the post and saving it with another title does not change its content.
  await page.goto(postPaths.adminPost(id))
  await expect(page.getByRole('textbox', { name: 'Content' }).getByRole('img')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Boxes on Saturday')
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect.poll(async () => (await lastPost(server)).title).toBe('Boxes on Saturday')
  expect((await lastPost(server)).content).toBe(content)
})

test('images are dropped and pasted, and edited with the keyboard', async ({ page }) => {
  await openNewPost(page)
  const images = page.getByRole('textbox', { name: 'Content' }).getByRole('img')
  await give(page, 'drop', ['one.jpg', 'two.jpg'])
  await expect(dialog(page)).toHaveAccessibleName('Add an image (1 of 2)')
  await words(page).fill('One')
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Add an image (2 of 2)')
  await page.getByRole('checkbox', { name: 'This image is decorative' }).check()
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await give(page, 'paste', ['three.jpg'])
  await expect(dialog(page)).toHaveAccessibleName('Add an image')
  await words(page).fill('Three')
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(dialog(page)).toHaveCount(0)
  // The test reads the HTML, because a decorative image (alt="") has no role to find it by.
  const html = await page.getByRole('textbox', { name: 'Content' }).innerHTML()
  expect(html.match(/(?<=srcset=[^>]* alt=")[^"]*/g)).toEqual(['One', '', 'Three'])

  await images.first().click()
  await page.keyboard.press('Alt+F10')
  await page.getByRole('button', { name: 'Image', exact: true }).press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Image details')
  await expect(words(page)).toHaveValue('One')
  await words(page).fill('The first')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(images.first()).toHaveAccessibleName('The first')
  await images.first().dblclick()
  await page.getByRole('button', { name: 'Remove from the post' }).click()
  await expect(images).toHaveCount(1)
  await expect(page.getByText('Before the picture.')).toBeVisible()
})
