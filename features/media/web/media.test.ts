import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import type { Post } from '../../posts/contract/posts.ts'
import type { MediaItem } from '../contract/media.ts'
import { mediaPaths } from '../contract/media-paths.ts'
import { dialog, makePicture, openNewPost, photo, words } from '../testing/media-stage.ts'

let cookie: string
test.beforeEach(async ({ page, server }) => {
  cookie = await signIn(page.context(), server)
})

async function addMedia(server: TestServer, alt: string, name = 'a.jpg'): Promise<MediaItem> {
  const form = new FormData()
  form.set('alt', alt)
  form.set('file', new Blob([new Uint8Array(await makePicture('#a47', 300, 200))]), name)
  return (await server.send('/api/media', { cookie, body: form })).json()
}

async function lastPost(server: TestServer): Promise<Post> {
  const posts = (await (await server.send('/api/blog', { cookie })).json()) as Post[]
  if (!posts[0]) throw new Error('there is no post')
  return posts[0]
}

test.describe('an upload that fails', () => {
  test.use({ expectedErrors: /status of (415|422)|ERR_FAILED/ })

  test('says why, keeps the description and the text, and can be tried again', async ({ page }) => {
    await openNewPost(page)
    await page.route('**/api/media', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    await dialog(page)
      .getByLabel('Image file')
      .setInputFiles(await photo())
    await expect(dialog(page).getByRole('alert')).toContainText('We can’t reach the server.')
    await words(page).fill('Two volunteers')
    await page.unroute('**/api/media')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page).getByText('Uploaded.')).toBeVisible()
    await expect(words(page)).toHaveValue('Two volunteers')
    await dialog(page).getByRole('button', { name: 'Insert' }).click()
    await expect(page.getByRole('textbox', { name: 'Content' }).getByRole('img')).toBeVisible()

    await page.getByRole('button', { name: 'Image', exact: true }).click()
    const text = { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') }
    await dialog(page).getByLabel('Image file').setInputFiles(text)
    await expect(dialog(page).getByRole('alert')).toContainText(
      'We can’t read this file as an image. Use JPEG, PNG, or WebP.',
    )
    await page.getByRole('button', { name: 'Choose another image' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Choose an image' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Before the picture.')).toBeVisible()
  })
})

test('a post gets a cover image from Media, with a caption', async ({ page, server }) => {
  await addMedia(server, 'A purple wall')
  await openNewPost(page)
  const panel = page.getByRole('group', { name: 'Image' })
  await panel.getByRole('button', { name: 'Choose an image' }).click()
  await dialog(page).getByRole('button', { name: 'A purple wall' }).click()
  await expect(words(page)).toHaveValue('A purple wall')
  await page.getByRole('button', { name: 'Use image' }).click()
  await panel.getByLabel('Caption').fill('Our wall')
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Save Post' }).click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()
  const { slug, id } = await lastPost(server)
  await page.goto(postPaths.post(slug))
  const figure = page.getByRole('figure')
  await expect(figure.getByRole('img', { name: 'A purple wall' })).toBeVisible()
  await expect(figure).toContainText('Our wall')

  await page.goto(postPaths.adminPost(id))
  await expect(panel.getByLabel('Caption')).toHaveValue('Our wall')
  await panel.getByRole('button', { name: 'Remove image' }).click()
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect.poll(async () => (await lastPost(server)).imageUrl).toBeUndefined()
})

test.describe('Media', () => {
  test.use({ expectedErrors: /status of 409/ })

  test('lists, finds, describes, and deletes images', async ({ page, server }) => {
    const used = await addMedia(server, 'A used wall', 'used.jpg')
    await addMedia(server, '', 'plain.jpg')
    await page.goto(paths.admin)
    await page.getByRole('link', { name: 'Media' }).click()
    await expect(page.getByRole('heading', { name: 'Media', level: 1 })).toBeVisible()
    await expect(page.getByText('2 images')).toBeVisible()

    await page.getByRole('button', { name: 'Add an image' }).click()
    await dialog(page)
      .getByLabel('Image file')
      .setInputFiles(await photo('boxes.jpg'))
    await words(page).fill('Boxes')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('3 images')).toBeVisible()

    await page.getByRole('searchbox').fill('wall')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page).toHaveURL(`${mediaPaths.adminMedia}?q=wall`)
    const card = page.getByRole('article', { name: 'used.jpg' })
    await expect(card).toContainText('Not used')
    // The open list does not show yet that a post now uses the image, so the server has to refuse the deletion.
    const json = { title: 'Walls', content: `<p>Text <img src="${used.src}" alt=""></p>` }
    await server.send('/api/blog', { cookie, json })
    await card.getByRole('button', { name: 'Delete used.jpg' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('This image is used in “Walls”.')
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.reload()
    const blocked = card.getByRole('button', { name: 'Delete used.jpg' })
    await expect(blocked).toBeDisabled()
    await expect(blocked).toHaveAccessibleDescription('Used in 1 place')
    await blocked.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await card.getByRole('button', { name: 'Edit description used.jpg' }).click()
    await words(page).fill('A green wall')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(card.getByRole('img')).toHaveAccessibleName('A green wall')

    await page.getByRole('searchbox').fill('plain')
    await page.getByRole('button', { name: 'Delete plain.jpg' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('No images match.')).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect(page.getByText('2 images')).toBeVisible()
  })
})
