import { expect, test } from 'vitest'
import { fromGhost } from '../../../../tests/helpers/imports/convert-html.ts'
import { makeGhostExport } from '../../../../tests/helpers/imports/make-ghost-export.ts'
import { readOnlyPost, readSource } from '../../../../tests/helpers/imports/read-source.ts'

test('a post without HTML is read from the document of its editor', async () => {
  const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format, version: 1 })
  const lexical = {
    root: {
      type: 'root',
      children: [
        {
          type: 'paragraph',
          children: [
            text('One '),
            text('two', 3),
            { type: 'linebreak' },
            { type: 'link', url: '__GHOST_URL__/a/', children: [text('<a>')] },
          ],
        },
        { type: 'extended-heading', tag: 'h2', children: [text('Heading')] },
        { type: 'list', listType: 'number', children: [{ type: 'listitem', children: [text('first')] }] },
        { type: 'image', src: '__GHOST_URL__/content/images/a.jpg', alt: 'A', caption: '<i>c</i>' },
        { type: 'codeblock', code: 'a < b', language: 'js' },
        { type: 'unknown', children: [{ type: 'paragraph', children: [text('inner')] }] },
      ],
    },
  }
  const mobiledoc = {
    version: '0.3.1',
    markups: [['strong'], ['a', ['href', '__GHOST_URL__/b/']]],
    cards: [
      ['html', { html: '<hr>' }],
      ['image', { src: '/a.jpg' }],
    ],
    sections: [
      [
        1,
        'p',
        [
          [0, [], 0, 'One '],
          [0, [0], 1, 'two'],
          [0, [1], 1, ' & three'],
        ],
      ],
      [3, 'ul', [[[0, [], 0, 'item']]]],
      [10, 0],
      [10, 1],
    ],
  }
  const { posts } = await readSource(
    makeGhostExport({
      posts: [
        { id: '1', html: null, lexical: JSON.stringify(lexical) },
        { id: '2', html: null, mobiledoc: JSON.stringify(mobiledoc) },
        { id: '3', html: null, lexical: 'broken' },
      ],
    }),
  )
  expect(posts.map(({ content }) => content)).toEqual([
    {
      html: '<p>One <em><strong>two</strong></em><br><a href="/a/">&lt;a&gt;</a></p><h2>Heading</h2><ol><li>first</li></ol><figure class="kg-card kg-image-card"><img src="/content/images/a.jpg" alt="A"><figcaption><i>c</i></figcaption></figure><pre><code class="language-js">a &lt; b</code></pre><p>inner</p>',
    },
    {
      html: '<p>One <strong>two</strong><a href="/b/"> &amp; three</a></p><ul><li>item</li></ul><hr><figure class="kg-card kg-image-card"><img src="/a.jpg" alt=""></figure>',
    },
    { html: '' },
  ])
})

test('Markdown in a document is converted as Markdown, and cards of an unknown type are named', async () => {
  const markdown = '## A "title"\n\n| a | b |\n|---|---|\n| 1 | 2 |'
  const lexical = {
    root: {
      children: [
        { type: 'markdown', markdown },
        { type: 'product', productTitle: 'Lamp' },
        { type: 'email', html: '<p>Only in emails</p>' },
      ],
    },
  }
  const mobiledoc = { cards: [['card-markdown', { markdown }]], sections: [[10, 0]] }
  const { posts } = await readSource(
    makeGhostExport({
      posts: [
        { id: '1', html: null, lexical: JSON.stringify(lexical) },
        { id: '2', html: null, mobiledoc: JSON.stringify(mobiledoc) },
      ],
    }),
  )
  const [first, second] = posts.map(({ content }) => fromGhost('html' in content ? content.html : ''))
  const expected =
    '<h2>A "title"</h2><table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>'
  expect(first?.html).toBe(expected)
  expect(first?.notes.map(({ detail }) => detail)).toEqual(['A card of the type “product” was left out.'])
  expect(second).toMatchObject({ html: expected, notes: [] })
})

test('cards of a document that only members or emails have are left out', async () => {
  const card = (html: string, visibility: object) => ({ type: 'html', html, visibility })
  const children = [
    card('<p>a</p>', { web: { nonMember: true, memberSegment: '' } }),
    card('<p>For members</p>', { web: { nonMember: false, memberSegment: 'status:free' } }),
    card('<p>For emails</p>', { showOnEmail: true, showOnWeb: false }),
    {
      type: 'paragraph',
      children: [
        { type: 'extended-text', text: 'x' },
        { type: 'extended-text', text: '2', format: 64 },
      ],
    },
    { type: 'image', src: '/b.jpg', href: 'https://shop.example/' },
  ]
  const lexical = JSON.stringify({ root: { type: 'root', children } })
  const { posts } = await readSource(await makeGhostExport({ posts: [{ id: '1', html: null, lexical }] }))
  const [read] = posts.map(({ content }) => fromGhost('html' in content ? content.html : ''))
  expect(read?.html).toBe(
    '<p>a</p><p>x²</p><p><a href="https://shop.example/"><img src="import:0" alt=""></a></p>',
  )
  expect(read?.notes[0]?.detail).toContain('2 parts')
})

test('a quote of the second kind is a quote, too', async () => {
  const mobiledoc = { markups: [], sections: [[1, 'aside', [[0, [], 0, 'Said <loudly>']]]] }
  const file = makeGhostExport({ posts: [{ id: '1', html: null, mobiledoc: JSON.stringify(mobiledoc) }] })
  const { content } = await readOnlyPost(file)
  expect(fromGhost('html' in content ? content.html : '').html).toBe(
    '<blockquote><p>Said &lt;loudly&gt;</p></blockquote>',
  )
})
