import { videoPlayerOrigins } from '../../../core/contract/video.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { postPaths } from '../contract/post-paths.ts'
import { addPost } from '../e2e/post-form.ts'
import { everyBlock } from '../testing/every-block.ts'

const publish = (server: TestServer, more: object = {}) =>
  addPost(server, { title: 'Every block', content: everyBlock, isPublished: true, ...more })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a video is a link to its page', async ({ page, server }) => {
    const post = await publish(server)
    await page.goto(postPaths.post(post.slug))
    const link = page.getByRole('link', {
      name: 'How a training day works Watch on YouTube (opens in a new tab)',
    })
    await expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener')
  })
})

test('only a page with a video has a script, and only it may show the players', async ({ page, server }) => {
  const withVideo = await publish(server)
  const without = await publish(server, {
    title: 'No video',
    content:
      '<p>Escaped: &lt;a class="video-link" href=""&gt;</p><p class="button-link"><a href="/about">a</a></p>',
  })
  const read = async (slug: string) => {
    const response = await page.goto(postPaths.post(slug))
    return {
      scripts: await page.locator('script:not([type="application/ld+json"])').count(),
      policy: response?.headers()['content-security-policy'] ?? '',
    }
  }
  // The second request of each page is served from the page cache.
  for (let time = 0; time < 2; time++) {
    const one = await read(withVideo.slug)
    expect(one.scripts).toBe(1)
    expect(one.policy).toContain(`; frame-src ${videoPlayerOrigins.join(' ')}`)
    expect(one.policy).toContain("require-trusted-types-for 'script'")
    const other = await read(without.slug)
    expect(other.scripts).toBe(0)
    expect(other.policy).toBe(one.policy.replace(/; frame-src [^;]*/, ''))
  }
})
