import { expect, test } from 'vitest'
import {
  makeWordpressExport,
  readWordpress,
  readWordpressPost,
} from '../../../testing/make-wordpress-export.ts'
import { open, readAll } from '../../../testing/read-source.ts'

test('a post has its title, slug, dates, author, tags, excerpt, picture, and former addresses', async () => {
  const file = await makeWordpressExport(
    [
      {
        id: 20,
        type: 'attachment',
        status: 'inherit',
        excerpt: 'The new desk',
        attachmentUrl: 'https://old.example/wp-content/uploads/2024/05/desk-scaled.jpg',
        meta: { _wp_attached_file: '2024/05/desk-scaled.jpg', _wp_attachment_image_alt: 'A desk' },
      },
      {
        id: 12,
        title: 'Fish &amp; Chips <em>today</em>',
        slug: 'fish-chips',
        author: 'ann',
        date: '2024-05-01 14:00:00',
        dateGmt: '2024-05-01 12:00:00',
        modifiedGmt: '2024-06-01 08:00:00',
        excerpt: 'A short <b>excerpt</b>',
        content: '<!-- wp:paragraph -->\n<p>Text ]]> more</p>\n<!-- /wp:paragraph -->',
        terms: [
          { domain: 'category', slug: 'food', name: 'Food & Drink' },
          { domain: 'category', slug: 'uncategorized', name: 'Uncategorized' },
          { domain: 'post_tag', slug: 'fish', name: 'Fish' },
          { domain: 'post_format', slug: 'post-format-aside', name: 'Aside' },
        ],
        meta: {
          _edit_last: '1',
          _thumbnail_id: '20',
          _wp_old_slug: 'fish',
          _yoast_wpseo_title: 'Fish for search',
          _yoast_wpseo_metadesc: '%%excerpt%%',
          rank_math_description: 'Described by Rank Math',
        },
        comments: 2,
        sticky: true,
      },
    ],
    { authors: [{ login: 'ann', name: 'Ann Example' }] },
  )
  const source = await open(file)
  expect(source).toMatchObject({ format: 'wordpress', siteUrl: 'https://old.example' })
  const { posts, problems } = await readAll(source)
  expect(posts).toEqual([
    {
      type: 'post',
      key: 'wordpress:old.example:12',
      kind: 'post',
      title: 'Fish & Chips today',
      slug: 'fish-chips',
      content: { html: '<!-- wp:paragraph -->\n<p>Text ]]> more</p>\n<!-- /wp:paragraph -->' },
      excerpt: 'A short excerpt',
      tags: ['Food & Drink', 'Fish'],
      authors: ['Ann Example'],
      status: 'public',
      publishedAt: '2024-05-01T12:00:00.000Z',
      updatedAt: '2024-06-01T08:00:00.000Z',
      formerAddresses: ['/2024/05/fish-chips/', '/?p=12', '/2024/05/fish/'],
      feedId: 'https://old.example/?p=12',
      picture: {
        address: 'https://old.example/wp-content/uploads/2024/05/desk-scaled.jpg',
        alt: 'A desk',
        caption: 'The new desk',
      },
      // A template of a plugin is not a text.
      seo: { title: 'Fish for search' },
      notes: [],
    },
  ])
  expect(problems).toEqual([
    { about: '2 comments', detail: 'Left out, because posts have no comments here.' },
    { about: '1 sticky post', detail: 'Listed by date like all other posts.' },
    {
      about: '1 file in the media library',
      detail:
        'Images are imported if a post or page shows them, and PDF files if one links to them. All others are left out.',
    },
  ])
  // The same again: an import reads its source twice.
  expect((await readAll(source)).posts).toEqual(posts)
})

test('each status of WordPress becomes a public post, a draft with a reason, or a line of the report', async () => {
  const { posts, problems } = await readWordpress([
    { id: 1, status: 'publish' },
    { id: 2, status: 'future', date: '2030-01-01 09:00:00' },
    { id: 3, status: 'draft' },
    { id: 4, status: 'pending' },
    { id: 5, status: 'private' },
    { id: 6, status: 'publish', password: 'secret' },
    { id: 7, status: 'trash' },
    { id: 8, status: 'auto-draft' },
    { id: 9, type: 'revision', status: 'inherit' },
    { id: 10, type: 'product' },
    { id: 11, type: 'product' },
    { id: 12, type: 'page', slug: 'about', link: 'https://old.example/about/' },
    { id: 13, type: 'wp_global_styles' },
  ])
  const facts = posts.map(({ key, status, kind, publishedAt, notes }) => {
    return [key.split(':')[2], status, kind, publishedAt?.slice(0, 10), notes[0]?.detail]
  })
  expect(facts).toEqual([
    ['1', 'public', 'post', '2024-05-01', undefined],
    ['2', 'public', 'post', '2030-01-01', undefined],
    // WordPress writes 0000-00-00 00:00:00 for a draft that was never published.
    ['3', 'draft', 'post', undefined, undefined],
    ['4', 'draft', 'post', undefined, undefined],
    ['5', 'draft', 'post', '2024-05-01', 'It was private in WordPress, so it becomes a draft.'],
    ['6', 'draft', 'post', '2024-05-01', 'It had a password in WordPress, so it becomes a draft.'],
    ['12', 'public', 'page', '2024-05-01', undefined],
  ])
  expect(posts.at(-1)?.formerAddresses).toEqual(['/about/', '/?page_id=12'])
  expect(problems.map(({ about }) => about)).toEqual([
    '1 entry in the trash',
    '1 entry that WordPress saved by itself',
    '1 entry of the type “revision”',
    '2 entries of the type “product”',
    '1 entry of the type “wp_global_styles”',
  ])
  expect(problems[0]?.detail).toContain('restore it in WordPress')
})

test('a post with several authors of Co-Authors Plus has them all', async () => {
  const post = await readWordpressPost(
    {
      id: 1,
      author: 'ann',
      terms: [
        { domain: 'author', slug: 'cap-ben', name: 'ben' },
        { domain: 'author', slug: 'cap-guest', name: 'Guest Writer' },
      ],
    },
    {
      authors: [
        { login: 'ann', name: 'Ann' },
        { login: 'ben', name: 'Ben Example' },
      ],
    },
  )
  expect(post.authors).toEqual(['Ben Example', 'Guest Writer'])
})

test('long and hostile fields are text, and cut with a note', async () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const post = await readWordpressPost(
    {
      id: 1,
      title: `${hostile}${'Long title '.repeat(60)}\u0001`,
      slug: '%3Cscript%3E',
      author: 'evil',
      excerpt: `${hostile}Excerpt`,
      terms: Array.from({ length: 30 }, (_, index) => ({
        domain: 'post_tag',
        slug: `t${index}`,
        name: index === 0 ? `${hostile}${'x'.repeat(100)}` : `Tag ${index}`,
      })),
    },
    { authors: [{ login: 'evil', name: `${hostile}Evil` }] },
  )
  expect(post.title).toMatch(/^Long title .*…$/)
  expect(post.title.length).toBeLessThanOrEqual(300)
  expect(post).toMatchObject({ excerpt: 'Excerpt', authors: ['Evil'] })
  expect(post.tags).toHaveLength(20)
  expect(post.tags[0]).toMatch(/^x{59}…$/)
  expect(JSON.stringify(post)).not.toMatch(/<script|onerror/)
  expect(post.notes.map(({ detail }) => detail)).toEqual([
    'The title was cut to 300 characters.',
    'Long tags were cut to 60 characters.',
    expect.stringContaining('A post can have 20 tags.'),
  ])
})

test('a title for search engines may have a “#” or a “%”, and templates of plugins are named', async () => {
  const readSeo = async (meta: Record<string, string>) => {
    const { seo, notes } = await readWordpressPost({ id: 1, meta })
    return { ...seo, notes: notes.map(({ detail }) => detail) }
  }
  const title = 'The #1 guide: 100% of C#, 20% off'
  expect(await readSeo({ _yoast_wpseo_title: title })).toEqual({ title, notes: [] })
  const description = 'What #hashtags are'
  expect(await readSeo({ _aioseo_description: description })).toEqual({ description, notes: [] })
  const templates = [
    '%%title%% %%page%% %%sep%% %%sitename%%',
    '%title% - %sitename%',
    '#post_title | #site_title',
  ]
  for (const template of templates)
    expect(await readSeo({ _yoast_wpseo_title: template })).toEqual({ notes: [] })
  expect(await readSeo({ rank_math_title: 'Best fish %currentdate(Y)%' })).toEqual({
    notes: [
      'Its text for search engines is a template of a plugin, so it was left out: Best fish %currentdate(Y)%',
    ],
  })
})

test('custom fields of plugins are named once', async () => {
  const { problems } = await readWordpress([
    { id: 1, meta: { subtitle: 'A', rating: '', _edit_last: '1', rank_math_score: '9' } },
    { id: 2, meta: { subtitle: 'B', price: '5' } },
  ])
  expect(problems).toEqual([
    {
      about: '2 custom fields',
      detail: 'The values were left out, because posts have no custom fields here: subtitle, price.',
    },
  ])
})

test('rules for search engines that posts do not have here are named', async () => {
  const { posts } = await readWordpress([
    {
      id: 1,
      meta: {
        '_yoast_wpseo_meta-robots-noindex': '1',
        _yoast_wpseo_canonical: 'https://news.example/first',
      },
    },
    {
      id: 2,
      meta: { rank_math_robots: 'a:1:{i:0;s:7:"noindex";}', '_yoast_wpseo_meta-robots-noindex': '' },
    },
    {
      id: 3,
      meta: { rank_math_robots: 'a:1:{i:0;s:5:"index";}', '_yoast_wpseo_meta-robots-noindex': '2' },
    },
  ])
  const hidden = 'It was hidden from search engines, which posts can’t be here. Make it a draft if needed.'
  expect(posts.map(({ notes }) => notes.map(({ detail }) => detail))).toEqual([
    [
      hidden,
      'It named https://news.example/first as the original. Enter that as its source URL if it still applies.',
    ],
    [hidden],
    [],
  ])
})

test('an ending such as .html is no part of the address, and an empty earlier address is none', async () => {
  const post = await readWordpressPost({
    id: 7,
    slug: 'fish-and-chips.html',
    link: 'https://old.example/2010/08/19/fish-and-chips.html',
    meta: { _wp_old_slug: '' },
  })
  expect(post.slug).toBe('fish-and-chips')
  expect(post.formerAddresses).toEqual(['/2010/08/19/fish-and-chips.html', '/?p=7'])
})
