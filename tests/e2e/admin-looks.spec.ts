import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import { addMedia } from '../../server/media/media.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { findViolations } from './accessibility.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

// Every screen of the admin's app, in every state: axe in light and dark on a desk and on a phone, and no
// sideways scrolling at 320 px.

type Stage = { page: Page; post: Post; server: TestServer; cookie: string }

const states: Record<string, (stage: Stage) => Promise<void>> = {
  async 'a new post'({ page }) {
    await page.goto(paths.admin)
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
  },
  async 'a new post without its title'({ page }) {
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'Save Post' }).click()
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  },
  async 'a post with everything'({ page, post }) {
    await page.goto(paths.adminPost(post.id))
    await expect(page.getByRole('textbox', { name: 'Content' }).getByText('return')).toHaveClass(/hljs/)
  },
  async 'the field for a link, with a mistake'({ page, post }) {
    await page.goto(paths.adminPost(post.id))
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Link address').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByLabel('Link address')).toHaveAccessibleDescription(/Please/)
  },
  async 'suggested titles'({ page }) {
    await page.route(`**${paths.api.aiSuggestions}`, (route) =>
      route.fulfill({
        json: { suggestions: ['One', 'A rather long title '.repeat(5)], provider: 'built-in' },
      }),
    )
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'AI Suggest' }).click()
    await expect(page.getByRole('button', { name: 'One', exact: true })).toBeVisible()
  },
  async 'a proposal'({ page, post }) {
    await page.route(`**${paths.api.aiGeneratePost}`, (route) =>
      route.fulfill({
        json: { title: 'Another', content: '<p>Other words.</p>', excerpt: 'Short', tags: ['x'] },
      }),
    )
    await page.goto(paths.adminPost(post.id))
    await page.getByRole('button', { name: 'Generate AI Content' }).click()
    await expect(page.getByRole('region', { name: 'Content: After' })).toBeVisible()
  },
  async 'earlier versions'({ page, post }) {
    await page.goto(paths.adminPost(post.id))
    await page.getByRole('button', { name: 'Earlier versions' }).click()
    await page.getByRole('list', { name: 'Versions, newest first' }).getByRole('button').first().click()
    await expect(page.getByText('The two are the same.')).toBeVisible()
  },
  async 'two versions'({ page, post, server, cookie }) {
    await page.goto(paths.adminPost(post.id))
    await page.getByRole('textbox', { name: 'Content' }).fill('Mine.')
    const json = { id: post.id, version: post.version, title: 'Theirs', content: '<p>Theirs.</p>' }
    await server.send(paths.api.blog, { cookie, json })
    await page.getByRole('button', { name: 'Update Post' }).click()
    await expect(page.getByRole('region', { name: 'Content: Yours' })).toBeVisible()
  },
  async 'text to restore'({ page }) {
    await page.goto(paths.admin)
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await expect(page.getByRole('main').getByText('Not saved yet')).toBeVisible()
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  },
  async 'the question before leaving'({ page }) {
    await page.goto(paths.admin)
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await page.getByRole('tab', { name: 'Manage Posts' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'signing in again'({ page, server }) {
    await page.goto(paths.adminTab('ai-tools'))
    await server.query('delete from sessions')
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    await expect(page.getByLabel('Password')).toBeVisible()
  },
  async 'the list'({ page }) {
    await page.goto(paths.adminTab('manage'))
    await expect(page.getByRole('article').first()).toBeVisible()
  },
  async 'the list with nothing in it'({ page }) {
    await page.goto(`${paths.adminTab('manage')}&q=nothing`)
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
  },
  async 'a toast'({ page }) {
    await page.goto(paths.adminTab('manage'))
    await page.getByRole('button', { name: /^Move to trash/ }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.keyboard.press('F8')
  },
  async 'the AI tools'({ page }) {
    await page.goto(paths.adminTab('ai-tools'))
    await expect(page.getByRole('heading', { name: 'Auto-Generate Content' })).toBeVisible()
  },
  async 'the shortcuts'({ page }) {
    await page.goto(paths.adminTab('ai-tools'))
    await page.getByRole('button', { name: /^Shortcuts/ }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'the organisation'({ page }) {
    await page.goto(paths.adminSettings)
    await expect(page.getByLabel('Booking page')).toBeVisible()
  },
  async 'the account'({ page }) {
    await page.goto(paths.adminSettingsTab('account'))
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This browser')).toBeVisible()
  },
  async 'the topics'({ page }) {
    await page.goto(paths.adminSettingsTab('topics'))
    await expect(page.getByLabel('Topics, one on each line')).toBeVisible()
  },
  async 'no pictures'({ page }) {
    await page.goto(paths.adminMedia)
    await expect(page.getByRole('heading', { name: 'No pictures found' })).toBeVisible()
  },
  async pictures({ page, server }) {
    await addPicture(server)
    await page.goto(paths.adminMedia)
    await expect(page.getByRole('article')).toBeVisible()
  },
  async 'adding a picture'({ page, server }) {
    await addPicture(server)
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'Picture', exact: true }).click()
    await expect(page.getByRole('button', { name: 'A green wall' })).toBeVisible()
  },
  async 'describing a picture, with a mistake'({ page, server }) {
    await addPicture(server)
    await page.goto(paths.adminMedia)
    await page.getByRole('button', { name: 'Add a picture' }).click()
    await page.getByLabel('Picture file').setInputFiles({
      name: 'a-rather-long-name-of-a-file-that-a-camera-or-a-phone-has-made-up.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('not a picture'),
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(2)
  },
  async 'a post with a picture of its own'({ page, post, server, cookie }) {
    const imageUrl = await addPicture(server)
    const { id, version, title, content } = post
    await server.send(paths.api.blog, { cookie, json: { id, version, title, content, imageUrl } })
    await page.goto(paths.adminPost(id))
    await expect(page.getByLabel('Caption')).toBeVisible()
  },
  async 'the question before a picture is deleted'({ page, server }) {
    await addPicture(server)
    await page.goto(paths.adminMedia)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'an address that is not there'({ page }) {
    await page.goto(`${paths.admin}/nowhere`)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  },
}

async function addPicture(server: TestServer): Promise<string> {
  const { db, media } = server.instance
  const wall = sharp({ create: { width: 400, height: 300, channels: 3, background: '#4a7' } })
  const bytes = await wall.png().toBuffer()
  const result = await addMedia(db, media, { bytes, alt: 'A green wall', originalName: 'wall.png' }, null)
  if (result.outcome !== 'added') throw new Error(result.detail)
  return result.item.src
}

test.describe('the admin shows', () => {
  test.use({ expectedErrors: /status of (401|409|415)/ })

  for (const [name, prepare] of Object.entries(states))
    test(name, async ({ page, server }) => {
      await emptyTables(server)
      const cookie = await signIn(page.context(), server)
      const answer = await server.send(paths.api.blog, {
        cookie,
        json: {
          title: 'Keep your prayer list out of the chatbot',
          content:
            '<h2>Why</h2><p>It holds <strong>names</strong> and <a href="https://example.org">more</a>.</p>' +
            '<ol><li><p>one</p></li></ol><blockquote><p>said</p></blockquote>' +
            '<pre><code>function greet(name) { return "a rather long line of code that is wider than any phone" + name }</code></pre>',
          tags: ['Ministry', 'Privacy'],
          isPublished: true,
        },
      })
      await prepare({ page, server, cookie, post: await answer.json() })
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1440, 360]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await findViolations(page), `${colorScheme}, ${width} px wide`).toEqual([])
        }
      await page.setViewportSize({ width: 320, height: 640 })
      const width = await page.evaluate(() => document.scrollingElement?.scrollWidth)
      expect.soft(width, 'at 320 px it is as wide as').toBeLessThanOrEqual(320)
    })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the admin leads to the simple one', async ({ page, server }) => {
    await emptyTables(server)
    await signIn(page.context(), server)
    await page.goto(paths.admin)
    await page.getByRole('link', { name: 'simple admin' }).click()
    await expect(page).toHaveURL(paths.adminSimple)
  })
})
