import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../../../tests/helpers/random.ts'
import { million, tangledTexts } from '../../../tests/helpers/tangled-texts.ts'
import { sanitizePost } from '../../posts/server/rendering/sanitize.ts'
import { convert } from '../server/sources/convert/convert.ts'
import { convertText } from '../server/sources/read-apart.ts'
import { manyPosts } from '../testing/many-posts.ts'

const context = { format: 'wordpress', siteUrl: 'https://old.example', title: 'A post' } as const

test('texts are converted one after the other in one process', async () => {
  await convertText({ html: 'first' }, context)
  let started = 0
  const count = () => void started++
  subscribe('child_process', count)
  onTestFinished(() => void unsubscribe('child_process', count))
  const texts = await Promise.all(['a', 'b', 'c'].map((html) => convertText({ html }, context)))
  expect(texts.map(({ html }) => html)).toEqual(['<p>a</p>', '<p>b</p>', '<p>c</p>'])
  expect(started).toBe(0)
})

test('300 posts take less than 15 seconds', async () => {
  const startedAt = performance.now()
  for (const { content = '' } of manyPosts({ posts: 300, pictures: 0 })) {
    const { html } = await convertText({ html: content }, context)
    expect(html).toMatch(/^<p>Paragraph one of post \d+/)
  }
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})

describe('a text that is made to be slow', () => {
  test.each([
    ['emphasis', tangledTexts.emphasis],
    ['nested tags', tangledTexts['nested tags']],
  ])('in Markdown ends with a note: %s', async (_, markdown) => {
    const read = await convertText({ markdown }, { ...context, format: 'markdown' })
    if (read.failed) expect(read.notes[0]?.detail).toMatch(/^The text is too long or too deeply nested/)
    else expect(read.html.length).toBeGreaterThan(0)
    expect((await convertText({ html: 'next' }, context)).html).toBe('<p>next</p>')
  })

  test.each([
    ['deep elements', million('<div>')],
    ['deep lists', million('<ul><li>')],
    ['open quotes', million('[a b="')],
    ['open shortcodes', million('[a-b ')],
    ['captions', million('[caption]')],
    ['brackets', million('[[')],
    ['comments', million('<!--')],
    ['tags', million('<a ')],
    ['codes', million('<pre><code>')],
    ['tables', million('<table><tr><td>')],
    ['figures', million('<figure class="wp-block-gallery"><img src="a.jpg"><figcaption>')],
    [
      'galleries',
      `<figure class="kg-gallery-card">${'<figure><img src="/a.jpg"><figcaption>b</figcaption></figure>'.repeat(9000)}</figure>`,
    ],
    ['line breaks', million('<br>\n')],
  ])('in HTML ends with a note: %s', async (_, html) => {
    const read = await convertText({ html }, context)
    if (read.failed) expect(read.html).toBe('')
    expect((await convertText({ html: 'next' }, context)).html).toBe('<p>next</p>')
  })

  test('and longer than any post is not even tried', async () => {
    expect(await convertText({ html: 'x'.repeat(4_000_001) }, context)).toMatchObject({
      html: '',
      failed: true,
    })
  })
})

const parts = [
  ...'<p> </p> <b> </b> </a> <ul> <li> </ul> <table> <tr> <td> <th> </table> <h1> </h1> <pre> </pre>'.split(
    ' ',
  ),
  ...'<figure> <figcaption> </figure> <blockquote> <br> <style> </div> <!--more--> <!-- -->'.split(' '),
  ...'<details> <summary> [caption] [/caption] [gallery] [embed] https://vimeo.com/1 &lt;'.split(' '),
  ...'text " < > & \uE0000\uE001 <form><input> <dl><dt> <dd> <sup>2</sup> <aside>'.split(' '),
  ...['<a href="/a">', '<img src="/a.jpg">', '<img src=x onerror=alert(1)>', '<script>alert(1)</script>'],
  ...['<svg onload=x>', '<a href="javascript:alert(1)">', '<iframe src="https://youtu.be/dQw4w9WgXcQ">'],
  ...['<iframe srcdoc="x">', '[x y="1"]', '\n', '\n\n', ' ', '<object data="/a.pdf">', '<p onclick="x">'],
  ...['<div class="kg-card kg-callout-card">', '<div class="kg-callout-text">'],
  '<figure class="kg-card kg-gallery-card">',
]

/** The text with stored pictures and files in the place of placeholders */
const store = (html: string) =>
  html
    .replaceAll(/<img src="import:\d+"[^>]*>/g, '<img src="/media/a-1" alt="" />')
    .replaceAll(/<p class="file-link"><a href="import-file:\d+">.*?<\/a><\/p>/g, '<p>file</p>')

const unsafe = /<(?:script|style|iframe|svg|form)|<[^>]*(?:\son\w+=|javascript:)|[\uE000\uE001]/i

test('any HTML becomes safe HTML that the sanitizer would not change', () => {
  const random = createRandom(18)
  for (let round = 0; round < 3000; round++) {
    const html = Array.from({ length: random.between(1, 25) }, () => random.pick(parts)).join('')
    const format = random.pick(['wordpress', 'ghost', 'feed'] as const)
    const read = convert({ content: { html }, context: { ...context, format } })
    if ('outcome' in read) throw new Error(html)
    expect(read.html, html).not.toMatch(unsafe)
    const filled = store(read.html)
    expect(filled, html).not.toMatch(/<[^>]*"import/)
    expect(sanitizePost(filled), html).toBe(filled)
    const numbers = [...read.html.matchAll(/src="import:(\d+)"/g)].map(([, index]) => Number(index))
    expect(
      numbers.every((index) => read.pictures[index] !== undefined),
      html,
    ).toBe(true)
  }
})

// Feeds of this software hold its own blocks.
test.each([
  '<p>One <strong>two</strong><br />three <a href="/a?b=1&amp;c=2">four</a></p><h2>A</h2><h3>B</h3>',
  '<ul><li><p>a</p><ol start="3"><li><p>b</p></li></ol></li></ul><blockquote><p>a</p></blockquote>',
  '<pre><code class="language-js">a &lt; b\n  c</code></pre><p>* * *</p>',
  '<table><tbody><tr><th colspan="2"><p>A</p></th></tr><tr><td><p>1</p></td><td><ul><li><p>2</p></li></ul></td></tr></tbody></table>',
  '<p class="button-link"><a href="https://shop.example/">Buy &amp; sell</a></p>',
  '<aside data-tone="important"><p>One</p><ul><li><p>a</p></li></ul></aside>',
  '<figure class="video"><a href="https://vimeo.com/123456">A talk</a></figure>',
])('a stored text stays as it is: %s', (html) => {
  expect(convert({ content: { html }, context: { ...context, format: 'feed' } })).toMatchObject({ html })
})
