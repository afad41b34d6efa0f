import { expect, test } from 'vitest'
import { paths } from '../../../../../core/contract/paths.ts'
import { hasFeature } from '../../../../../tests/helpers/feature-testing.ts'
import { startTestServer } from '../../../../../tests/helpers/test-server.ts'
import { cleanHtml } from '../../../../assistant/server/clean-reply.ts'
import { postPaths } from '../../../contract/post-paths.ts'
import { everyBlock } from '../../../testing/every-block.ts'

test('a post with every block reads well in Markdown, in feeds, in the newsletter, and in a search', async () => {
  const server = await startTestServer({ env: { ORG_POSTAL_ADDRESS: '1 Main St' } })
  const cookie = await server.signIn()
  const name = '0a'.repeat(16)
  const content = `${everyBlock}<p class="file-link"><a href="/files/${name}/plan.pdf" data-bytes="23456">The plan</a></p>`
  const saved = await server.send('/api/blog', {
    cookie,
    json: { title: 'Every block', content, isPublished: true },
  })
  expect(saved.status).toBe(201)
  const post = await saved.json()
  expect(post.content).toBe(content)
  expect(post.excerpt).toMatch(
    /^Here is what .* Annual plan Day Topic People Monday Plans and goals 12 Tools Practice/,
  )

  const markdown = await (await server.send(postPaths.postMarkdown(post.slug))).text()
  expect(markdown).toContain('> **Tip**')
  expect(markdown).toContain('**[Save my seat](https://example.org/?a=1&b=2)**')
  expect(markdown).toContain('[What people say (video on Vimeo)](https://vimeo.com/76979871/8272103f6e)')
  expect(markdown).toContain(`[The plan](http://everyday.test/files/${name}/plan.pdf) (PDF, 23 KB)`)

  for (const path of [paths.rss, paths.atom]) {
    const feed = await (await server.send(path)).text()
    expect(feed, path).toContain(
      '&lt;blockquote&gt;&lt;p&gt;&lt;strong&gt;Important&lt;/strong&gt;&lt;/p&gt;',
    )
    expect(feed, path).not.toContain('&lt;aside')
  }
  const [item] = (await (await server.send(paths.jsonFeed)).json()).items
  expect(item.content_html).not.toMatch(/<aside|<figure|button-link|file-link/)
  expect(item.content_html).toContain(`href="http://everyday.test/files/${name}/plan.pdf"`)

  for (const word of ['Monday', 'laptop', 'training', 'seat']) {
    const found = await (await server.send(postPaths.blogSearch(word))).text()
    expect(found, word).toContain(`href="${postPaths.post(post.slug)}"`)
  }

  if (!hasFeature('newsletter')) return
  const preview = await server.send('/api/newsletter/preview', { cookie, json: { postId: post.id } })
  const { html, text } = await preview.json()
  expect(html).toContain(
    '<td class="button"><a href="https://example.org/?a=1&amp;b=2">Save my seat</a></td>',
  )
  expect(html).toContain('class="data"><thead><tr><th><p>Day</p></th>')
  expect(html).not.toMatch(/<aside|<figure|<svg|<script/)
  expect(text).toMatch(/Day +Topic +People/)
  expect(text).toContain('https://vimeo.com/76979871/8272103f6e')
})

test('blocks survive a model that returns them, and lose links that no one gave it', async () => {
  expect(await cleanHtml(everyBlock, everyBlock)).toBe(everyBlock)
  const about = '<p class="button-link"><a href="/about">About</a></p>'
  expect(await cleanHtml(about, JSON.stringify({ content: about }))).toBe(about)
  const invented =
    '<p class="button-link"><a href="https://evil.example/">Pay</a></p><figure class="video"><a href="https://youtu.be/dQw4w9WgXcQ">See</a></figure>'
  expect(await cleanHtml(invented, '')).toBe('<p>Pay</p><p>See</p>')
})
