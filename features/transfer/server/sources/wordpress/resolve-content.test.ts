import { describe, expect, test } from 'vitest'
import { fromWordpress } from '../../../testing/convert-html.ts'
import { readWordpress } from '../../../testing/make-wordpress-export.ts'
import type { WordpressItem } from '../../../testing/wordpress-export.ts'

test('galleries and shared blocks get what WordPress would look up by number', async () => {
  const picture = (id: number, parent = 0): WordpressItem => ({
    id,
    type: 'attachment',
    status: 'inherit',
    parent,
    attachmentUrl: `https://old.example/wp-content/uploads/${id}.jpg`,
  })
  const { posts } = await readWordpress([
    { id: 1, content: 'Before [gallery columns="2" ids="11,10,99"] after' },
    { id: 2, content: '[gallery]' },
    { id: 3, content: '<!-- wp:block {"ref":50} /-->' },
    picture(10),
    picture(11),
    picture(12, 2),
    { id: 50, type: 'wp_block', content: '<!-- wp:paragraph --><p>Shared</p><!-- /wp:paragraph -->' },
  ])
  const contents = posts.map(({ content }) => ('html' in content ? content.html : ''))
  expect(contents[0]).toMatch(
    /Before\s+<figure class="wp-block-gallery">.*11\.jpg.*10\.jpg.*<\/figure>\s+after/s,
  )
  expect(contents[1]).toContain('uploads/12.jpg')
  expect(contents[2]).toBe('<!-- wp:paragraph --><p>Shared</p><!-- /wp:paragraph -->')
})

const shared = (id: number, content: string): WordpressItem => ({ id, type: 'wp_block', content })

async function readText(items: WordpressItem[]) {
  const { posts } = await readWordpress(items)
  const [post] = posts
  return {
    html: post && 'html' in post.content ? post.content.html : '',
    notes: post?.notes.map(({ detail }) => detail),
  }
}

test('a shared block may have other shared blocks and a circle in it', async () => {
  const read = await readText([
    { id: 1, content: '<!-- wp:block {"ref":50} /-->' },
    shared(50, '<p>a</p><!-- wp:block {"ref":51} /-->'),
    shared(51, '<p>b</p><!-- wp:block {"ref":50} /-->'),
  ])
  expect(read.html).toBe('<p>a</p><p>b</p><p>a</p><p>b</p><p>a</p>')
  expect(read.notes).toEqual([expect.stringContaining('Their numbers: 51.')])
})

test('blocks that WordPress hides from readers are left out and counted', async () => {
  const hidden = '{"metadata":{"blockVisibility":false}}'
  const read = await readText([
    {
      id: 1,
      content: `a<!-- wp:group ${hidden} --><!-- wp:paragraph --><p>secret</p><!-- /wp:paragraph --><!-- wp:spacer /--><p>too</p><!-- /wp:group -->b<!-- wp:block {"ref":50} /--><!-- wp:block {"ref":50,"metadata":{"blockVisibility":false}} /-->c<!-- wp:paragraph {"metadata":{"name":"blockVisibility"}} -->d<!-- /wp:paragraph -->`,
    },
    shared(50, `e<!-- wp:paragraph ${hidden} --><p>secret</p><!-- /wp:paragraph -->f`),
  ])
  expect(read.html).toBe(
    'abefc<!-- wp:paragraph {"metadata":{"name":"blockVisibility"}} -->d<!-- /wp:paragraph -->',
  )
  expect(read.notes).toEqual(['Left out, because WordPress hides them from readers: 3 blocks.'])
})

test('a shared block that is too long or not in the file is named', async () => {
  const read = await readText([
    { id: 1, content: 'a<!-- wp:block {"ref":50} /-->b<!-- wp:block {"ref":51} /-->' },
    shared(50, 'x'.repeat(200_001)),
  ])
  expect(read).toEqual({
    html: 'ab',
    notes: [
      'Patterns that it shares with other posts were left out, because they are too long or not in the file. Their numbers: 50, 51.',
    ],
  })
})

test('words that a post has of its own in a shared block are named', async () => {
  const read = await readText([
    {
      id: 1,
      content:
        '<!-- wp:block {"ref":50,"content":{"Title":{"content":"My \\u003cb\\u003eown\\u003c/b\\u003e title"},"Link":{"text":"Go"}}} /-->',
    },
    shared(50, '<p>Shared</p>'),
  ])
  expect(read).toEqual({
    html: '<p>Shared</p>',
    notes: [
      'It has its own words in a shared pattern, which were left out: “My own title”, “Go”. Add them by hand.',
    ],
  })
})

test('images that a gallery names and the file does not have are counted', async () => {
  const read = await readText([
    { id: 1, content: '[gallery ids="10,11,12"]' },
    { id: 10, type: 'attachment', status: 'inherit', attachmentUrl: 'https://old.example/a.jpg' },
  ])
  expect(read.notes).toEqual([
    'Left out of its galleries: 2 images, because the file does not list them or a gallery has more than 200.',
  ])
})

describe('footnotes', () => {
  const reference = '<p>a<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup></p>'
  const meta = {
    footnotes: JSON.stringify([
      { content: 'See <a href="https://news.example/">news</a>', id: 'f1' },
      { content: '', id: 'f2' },
    ]),
  }
  const list = '<ol><li id="f1">See <a href="https://news.example/">news</a></li><li id="f2">–</li></ol>'

  test('are a list where their block is', async () => {
    const content = `${reference}<!-- wp:footnotes {"className":"small"} /--><p>b</p>`
    const { html, notes } = await readText([{ id: 1, content, meta }])
    expect(html).toBe(`${reference}<!-- wp:list -->\n${list}\n<!-- /wp:list --><p>b</p>`)
    expect(notes).toEqual([])
    expect(fromWordpress(html).html).toBe(
      '<p>a<a href="#footnote-1">[1]</a></p><ol><li><p><a href="#footnote-ref-1">↑</a> See <a href="https://news.example/">news</a></p></li><li><p>–</p></li></ol><p>b</p>',
    )
  })

  test('are at the end without their block', async () => {
    const { html } = await readText([{ id: 1, content: reference, meta }])
    expect(html).toBe(`${reference}\n\n<!-- wp:list -->\n${list}\n<!-- /wp:list -->`)
  })

  test('that cannot be read are named, unless the field is of another plugin', async () => {
    const broken = { footnotes: '[{' }
    expect((await readText([{ id: 1, content: reference, meta: broken }])).notes).toEqual([
      'Its footnotes can’t be read, so they were left out. Copy them by hand.',
    ])
    expect((await readText([{ id: 1, content: '<p>a</p>', meta: broken }])).notes).toEqual([])
    expect(await readText([{ id: 1, content: '<p>a</p>', meta: { footnotes: '{"a":1}' } }])).toEqual({
      html: '<p>a</p>',
      notes: [],
    })
  })
})
