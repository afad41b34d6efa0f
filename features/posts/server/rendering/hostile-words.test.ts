import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import { postPaths } from '../../contract/post-paths.ts'

const hostile = '<img src=x onerror=alert(1)> &lt;b> Q&A a < b'

test('words of a post are plain text in its Markdown and in feeds, also where readers take HTML', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const words = { title: `A title ${hostile}`, excerpt: hostile, author: hostile, sourceName: hostile }
  const text = hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const json = { ...words, content: `<p>${text}</p><p><code>${text}</code></p>`, isPublished: true }
  const saved = await server.send('/api/blog', { cookie, json })
  expect(saved.status).toBe(201)

  const { slug } = await saved.json()
  const twin = await (await server.send(postPaths.postMarkdown(slug))).text()
  const plain = '&lt;img src=x onerror=alert(1)> &amp;lt;b> Q&A a &lt; b'
  expect(twin).toContain(`# A title ${plain}`)
  expect(twin).toContain(`By ${plain}, `)
  expect(twin).toContain(`\n${plain}\n`)
  // Code is text in Markdown as it is.
  expect(twin).toContain(`\`${hostile}\``)
  expect(twin.replace(`\`${hostile}\``, '')).not.toMatch(/<(?!http)/)

  const llms = await (await server.send(paths.llms)).text()
  expect(llms).toContain(`${plain}\n`)
  expect(llms).not.toContain('<img')

  const rss = await (await server.send(paths.rss)).text()
  expect(rss).toContain(
    '<description>&amp;lt;img src=x onerror=alert(1)&amp;gt; &amp;amp;lt;b&amp;gt; Q&amp;amp;A',
  )
})
