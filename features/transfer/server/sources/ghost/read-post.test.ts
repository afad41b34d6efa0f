import { expect, test } from 'vitest'
import { ghostText, makeGhostExport, readGhost } from '../../../testing/make-ghost-export.ts'
import { makeFile, open, readAll, readOnlyPost } from '../../../testing/read-source.ts'

test('a post has its fields, tags, authors, picture, and former address', async () => {
  const file = makeGhostExport({
    posts: [
      {
        id: '6650',
        title: 'Fish & Chips < 5 €',
        slug: 'fish',
        html: '<p>See <a href="__GHOST_URL__/about/">us</a><img src="__GHOST_URL__/content/images/2024/05/a.jpg"></p>',
        feature_image: '__GHOST_URL__/content/images/2024/05/desk.jpg',
        featured: 1,
        custom_excerpt: 'A short excerpt',
        codeinjection_head: '<style></style>',
        canonical_url: 'https://first.example/fish',
      },
    ],
    tags: [
      { id: 't1', name: 'Food', slug: 'food', visibility: 'public' },
      { id: 't2', name: '#hidden', slug: 'hash-hidden', visibility: 'internal' },
      { id: 't3', name: 'Fish', slug: 'fish', visibility: 'public' },
    ],
    users: [
      { id: 'u1', name: 'Ann Example', email: 'ann@old.example' },
      { id: 'u2', name: 'Ben Example' },
    ],
    posts_tags: [
      { id: '1', post_id: '6650', tag_id: 't3', sort_order: 2 },
      { id: '2', post_id: '6650', tag_id: 't2', sort_order: 1 },
      { id: '3', post_id: '6650', tag_id: 't1', sort_order: 0 },
    ],
    posts_authors: [
      { id: '1', post_id: '6650', author_id: 'u2', sort_order: 1 },
      { id: '2', post_id: '6650', author_id: 'u1', sort_order: 0 },
    ],
    posts_meta: [
      {
        id: 'm1',
        post_id: '6650',
        og_image: '__GHOST_URL__/content/images/2024/05/social.jpg',
        og_title: 'For social networks',
        twitter_title: null,
        meta_title: 'For search',
        meta_description: 'About fish',
        feature_image_alt: 'A "desk"',
        feature_image_caption: '<span>The <b>new</b> desk</span>',
      },
    ],
    settings: [
      { key: 'title', value: 'The old site' },
      {
        key: 'navigation',
        value: '[{"label":"Home","url":"/"},{"label":"About","url":"__GHOST_URL__/about/"},{"label":1}]',
      },
      { key: 'secondary_navigation', value: 'not json' },
    ],
  })
  const source = await open(file)
  expect(source).toMatchObject({ format: 'ghost', siteUrl: undefined })
  const { posts, redirects, menus, problems } = await readAll(source)
  expect(posts).toEqual([
    {
      type: 'post',
      key: 'ghost:uuid-6650',
      kind: 'post',
      title: 'Fish & Chips < 5 €',
      slug: 'fish',
      content: { html: '<p>See <a href="/about/">us</a><img src="/content/images/2024/05/a.jpg"></p>' },
      excerpt: 'A short excerpt',
      tags: ['Food', 'Fish'],
      authors: ['Ann Example', 'Ben Example'],
      status: 'public',
      publishedAt: '2024-05-01T12:00:00.000Z',
      updatedAt: '2024-06-01T08:00:00.000Z',
      formerAddresses: ['/fish/'],
      feedId: '6650',
      picture: { address: '/content/images/2024/05/desk.jpg', alt: 'A "desk"', caption: 'The new desk' },
      seo: {
        title: 'For search',
        description: 'About fish',
        pictureAddress: '/content/images/2024/05/social.jpg',
      },
      notes: [
        { about: 'Fish & Chips < 5 €', detail: 'Its injected code was left out.' },
        {
          about: 'Fish & Chips < 5 €',
          detail: expect.stringContaining('It named https://first.example/fish as the original.'),
        },
      ],
    },
  ])
  expect(redirects).toEqual([
    { type: 'redirect', from: '/rss/', to: '/rss.xml' },
    { type: 'redirect', from: '/tag/food/', to: '/blog/tag/Food' },
    { type: 'redirect', from: '/tag/fish/', to: '/blog/tag/Fish' },
  ])
  expect(menus).toEqual([
    {
      type: 'menu',
      key: 'ghost:menu:uuid-6650:Primary',
      name: 'Primary',
      links: [
        { label: 'Home', address: '/' },
        { label: 'About', address: '/about/' },
      ],
    },
  ])
  expect(problems).toEqual([
    { about: '#hidden', detail: 'Internal tags are left out, because readers never saw them.' },
    { about: '1 featured post', detail: 'Listed by date like all other posts.' },
  ])
})

test('each status and visibility of Ghost becomes a public post, a page, or a draft with a reason', async () => {
  const { posts } = await readGhost({
    posts: [
      { id: '1', status: 'published' },
      { id: '2', status: 'scheduled', published_at: '2030-01-01T09:00:00.000Z' },
      { id: '3', status: 'draft', published_at: null },
      { id: '4', status: 'sent' },
      { id: '5', visibility: 'members' },
      { id: '6', visibility: 'paid' },
      { id: '7', visibility: 'tiers' },
      { id: '8', type: 'page' },
      // Ghost 2 and older, exported from SQLite
      {
        id: '9',
        type: undefined,
        page: 1,
        published_at: 1_500_000_000_000,
        updated_at: '2017-07-15 02:40:00',
      },
    ],
  })
  const members = 'Only members could read it, so it becomes a draft.'
  const facts = posts.map((post) => [
    post.kind,
    post.status,
    post.publishedAt?.slice(0, 10),
    post.notes[0]?.detail,
  ])
  expect(facts).toEqual([
    ['post', 'public', '2024-05-01', undefined],
    ['post', 'public', '2030-01-01', undefined],
    ['post', 'draft', undefined, undefined],
    ['post', 'draft', '2024-05-01', 'It was sent by email only, so it becomes a draft.'],
    ['post', 'draft', '2024-05-01', members],
    ['post', 'draft', '2024-05-01', members],
    ['post', 'draft', '2024-05-01', members],
    ['page', 'public', '2024-05-01', undefined],
    ['page', 'public', '2017-07-14', undefined],
  ])
  expect(posts.at(-1)?.updatedAt).toBe('2017-07-15T02:40:00.000Z')
})

test('members of objects of JavaScript are names like any other', async () => {
  const text = ghostText({ posts: [{ id: '1' }] }).replace(
    '"locale":null',
    '"__proto__":{"html":"x"},"constructor":"y"',
  )
  const post = await readOnlyPost(makeFile('a.json', text))
  expect(post.content).toEqual({ html: '<p>Text</p>' })
  expect(Object.hasOwn(Object.prototype, 'html')).toBe(false)
})

test('hostile fields are text', async () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const { posts, redirects, menus, problems } = await readGhost({
    posts: [
      {
        id: '1',
        title: `${hostile}Title`,
        slug: `${hostile}slug`,
        custom_excerpt: `${hostile}Excerpt`,
        feature_image: 'javascript:alert(3)',
        canonical_url: `javascript:alert(4)${hostile}`,
        published_at: hostile,
        author_id: 'u1',
      },
    ],
    tags: [{ id: 't1', name: `${hostile}Tag`, slug: `${hostile}tag`, visibility: 'public' }],
    users: [{ id: 'u1', name: `${hostile}Ann` }],
    posts_tags: [{ id: '1', post_id: '1', tag_id: 't1', sort_order: 0 }],
    posts_meta: [
      {
        id: 'm1',
        post_id: '1',
        meta_title: `${hostile}For search`,
        meta_description: `${hostile}About`,
        og_image: 'javascript:alert(5)',
        feature_image_alt: `${hostile}Alt`,
        feature_image_caption: `${hostile}Caption`,
      },
    ],
    settings: [
      {
        key: 'navigation',
        value: JSON.stringify([{ label: `${hostile}Home`, url: 'javascript:alert(6)' }]),
      },
    ],
  })
  const [post] = posts
  // Ghost stores all of these but the caption as text.
  expect(post).toMatchObject({
    title: `${hostile}Title`,
    excerpt: `${hostile}Excerpt`,
    authors: [`${hostile}Ann`],
    tags: [`${hostile}Tag`],
    publishedAt: undefined,
    seo: { title: `${hostile}For search`, description: `${hostile}About` },
    picture: { alt: `${hostile}Alt`, caption: 'Caption' },
  })
  expect(redirects.map(({ to }) => to)).toEqual([
    '/rss.xml',
    expect.stringMatching(/^\/blog\/tag\/%3Cscript[^<>"]*$/),
  ])
  expect(menus[0]?.links).toEqual([{ label: `${hostile}Home`, address: 'javascript:alert(6)' }])
  expect(problems).toEqual([])
})
