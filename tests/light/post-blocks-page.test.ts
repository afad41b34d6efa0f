import { paths } from '../../contracts/paths.ts'
import { addPost } from '../e2e/post-form.ts'
import { everyBlock } from '../helpers/every-block.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { expect, test } from './fixtures.ts'

const publish = (server: TestServer, more: object = {}) =>
  addPost(server, { title: 'Every block', content: everyBlock, isPublished: true, ...more })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a video is a link to its page', async ({ page, server }) => {
    const post = await publish(server)
    await page.goto(paths.post(post.slug))
    const link = page.getByRole('link', {
      name: 'How a training day works Watch on YouTube (opens in a new tab)',
    })
    await expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener')
  })
})
