import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { hasFeature } from '../../../../tests/helpers/feature-testing.ts'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import { postPaths } from '../../contract/post-paths.ts'

test('a link within a post leads to its part, on its page and from everywhere else', async () => {
  const server = await startTestServer({ env: { ORG_POSTAL_ADDRESS: '1 Main St' } })
  const cookie = await server.signIn()
  const content =
    '<p><a href="#setup">Set up</a><a href="#footnote-1">[1]</a> <a href="#gone">Gone</a></p><h1>Setup</h1><ol><li><p><a href="#footnote-ref-1">↑</a> Note</p></li></ol>'
  const saved = await server.send('/api/blog', {
    cookie,
    json: { title: 'Parts', content, isPublished: true },
  })
  const post = await saved.json()
  expect(post.content).toBe(content)

  const page = await (await server.send(postPaths.post(post.slug))).text()
  expect(page).toContain('<a href="#part-setup">Set up</a>')
  expect(page).toContain('<h2 id="part-setup">Setup</h2>')
  expect(page).toContain('<a href="#part-footnote-1" id="part-footnote-ref-1">[1]</a> Gone</p>')
  expect(page).toContain('<a href="#part-footnote-ref-1" id="part-footnote-1" aria-label="Back to the text">')

  const address = `http://everyday.test${postPaths.post(post.slug)}`
  const markdown = await (await server.send(postPaths.postMarkdown(post.slug))).text()
  expect(markdown).toContain(`[Set up](${address}#part-setup)`)
  const [item] = (await (await server.send(paths.jsonFeed)).json()).items
  expect(item.content_html).toContain(`<a href="${address}#part-setup">Set up</a>`)
  if (!hasFeature('newsletter')) return
  const preview = await server.send('/api/newsletter/preview', { cookie, json: { postId: post.id } })
  expect((await preview.json()).html).toContain(`<a href="${address}#part-footnote-1"`)
})
