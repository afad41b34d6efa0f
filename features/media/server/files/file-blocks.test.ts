import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { fileBlock, pdf, startFiles } from '../../../../tests/helpers/test-files.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { toPortableHtml } from '../../../posts/server/rendering/blocks/portable-blocks.ts'
import { showFileLinks } from '../../../posts/web/blog/file-link.ts'

const address = `/files/${'0a'.repeat(16)}/report.pdf`
const block = fileBlock({ url: address, bytes: 1_234_567 }, 'Our report &amp; &lt;more&gt;')

test('a block of a file says what it is, and prints its address', () => {
  expect(showFileLinks(`<p>A</p>${block}<p>B</p>`, 'https://e.org')).toBe(
    `<p>A</p><p class="file-link"><a href="${address}"><b>Our report &amp; &lt;more&gt;</b> <span>PDF, 1.2 MB</span><span class="file-link-address">https://e.org${address}</span></a></p><p>B</p>`,
  )
})

test('outside of the site it is a link with the size beside it', () => {
  expect(toPortableHtml(block)).toBe(
    `<p><a href="${address}">Our report &amp; &lt;more&gt;</a> (PDF, 1.2 MB)</p>`,
  )
})

test.each(['<p class="file-link">A</p>', `<p><a href="${address}">A</a></p>`, '<p>data-bytes="1"</p>'])(
  'other text is left alone: %s',
  (html) => {
    expect(showFileLinks(html, 'https://e.org')).toBe(html)
  },
)

test('readers of the page, of Markdown, and of every feed find the file', async () => {
  const { server, added, saved } = await startFiles()
  const file = await added(pdf(45_000))
  const { slug, content } = await saved({
    title: 'What we did',
    content: `<p>Text</p>${fileBlock(file)}`,
    isPublished: true,
  })
  expect(content).toBe(`<p>Text</p>${fileBlock(file)}`)
  const read = async (path: string) => (await server.send(path)).text()
  const page = await read(postPaths.post(slug))
  expect(page).toContain(`<p class="file-link"><a href="${file.url}"><b>Annual report</b> <span>PDF, 45 KB`)
  // A page with a file needs no script, and sends the browser nowhere else.
  expect(page).not.toContain('data-bytes')
  const absolute = `http://everyday.test${file.url}`
  expect(await read(postPaths.postMarkdown(slug))).toContain(`[Annual report](${absolute}) (PDF, 45 KB)`)
  for (const feed of [paths.rss, paths.atom, paths.jsonFeed]) {
    const text = await read(feed)
    expect(text, feed).toContain(absolute)
    expect(text, feed).toContain('(PDF, 45 KB)')
    expect(text, feed).not.toContain('data-bytes')
  }
})

test('the database knows which files a text links to, so that they are kept', async () => {
  const { saved, added, server } = await startFiles()
  const file = await added()
  const { id } = await saved({ title: 'A', content: fileBlock(file) })
  const [row] = await server.query<{ files: string[] }>('select files from blog_posts where id = $1', [id])
  expect(row?.files).toEqual([file.url.split('/')[2]])
})
