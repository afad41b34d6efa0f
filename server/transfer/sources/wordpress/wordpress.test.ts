import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  fileText,
  makeFile,
  makeFolder,
  open,
  readAll,
  readOnlyPost,
  readSource,
} from '../../../../tests/helpers/imports/read-source.ts'
import {
  cdata,
  type WordpressExport,
  type WordpressItem,
  wordpressExport,
  wordpressItem,
  writeWordpressExport,
} from '../../../../tests/helpers/imports/wordpress-export.ts'
import { writeZip } from '../../../../tests/helpers/imports/zip.ts'

async function makeExport(
  posts: WordpressItem[],
  site: Omit<WordpressExport, 'posts'> = {},
): Promise<string> {
  const file = join(makeFolder(), 'site.WordPress.2026-11-01.xml')
  await writeWordpressExport(file, { ...site, posts })
  return file
}

test('a post has its title, slug, dates, author, tags, excerpt, picture, and former addresses', async () => {
  const file = await makeExport(
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
  ])
  // The same again: an import reads its source twice.
  expect((await readAll(source)).posts).toEqual(posts)
})

test('each status of WordPress becomes a public post, a draft with a reason, or a line of the report', async () => {
  const { posts, problems } = await readSource(
    await makeExport([
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
    ]),
  )
  expect(
    posts.map(({ key, status, kind, publishedAt, notes }) => [
      key.split(':')[2],
      status,
      kind,
      publishedAt?.slice(0, 10),
      notes[0]?.detail,
    ]),
  ).toEqual([
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
})

test('menus are read in their order, with the targets that WordPress names by number', async () => {
  const item = (id: number, order: number, meta: Record<string, string>, title = ''): WordpressItem => ({
    id,
    type: 'nav_menu_item',
    order,
    title,
    terms: [{ domain: 'nav_menu', slug: 'main', name: 'Main menu' }],
    meta: { _menu_item_menu_item_parent: '0', ...meta },
  })
  const { menus } = await readSource(
    await makeExport(
      [
        { id: 5, type: 'page', title: 'About us', slug: 'about', link: 'https://old.example/about/' },
        item(31, 3, { _menu_item_type: 'custom', _menu_item_url: 'https://shop.example/' }, 'Shop'),
        item(30, 1, { _menu_item_type: 'post_type', _menu_item_object: 'page', _menu_item_object_id: '5' }),
        item(
          32,
          2,
          { _menu_item_type: 'custom', _menu_item_url: '/team/', _menu_item_menu_item_parent: '30' },
          'Team',
        ),
        item(33, 4, { _menu_item_type: 'post_type', _menu_item_object_id: '999' }, 'Gone'),
        {
          id: 40,
          type: 'wp_navigation',
          title: 'Navigation',
          content:
            '<!-- wp:navigation-link {"label":"About","type":"page","id":5,"url":"https://old.example/?page_id=5","kind":"post-type"} /-->\n<!-- wp:navigation-link {"label":"News","url":"/news/"} /-->',
        },
      ],
      { menus: [{ slug: 'main', name: 'Main menu' }] },
    ),
  )
  expect(menus).toEqual([
    {
      type: 'menu',
      key: 'wordpress:https://old.example:menu:main',
      name: 'Main menu',
      links: [
        { label: 'About us', address: 'https://old.example/about/' },
        { label: 'Team', address: '/team/', isBelow: true },
        { label: 'Shop', address: 'https://shop.example/' },
      ],
    },
    {
      type: 'menu',
      key: 'wordpress:https://old.example:menu:navigation:40',
      name: 'Navigation',
      links: [
        { label: 'About', address: 'https://old.example/about/' },
        { label: 'News', address: '/news/' },
      ],
    },
  ])
})

test('the lists of categories and tags and the feed are redirected', async () => {
  const { redirects } = await readSource(
    await makeExport([{ id: 1 }], {
      siteUrl: 'https://old.example/blog',
      categories: [
        { slug: 'food', name: 'Food' },
        { slug: 'fish', name: 'Fish &amp; Chips', parent: 'food' },
        { slug: 'uncategorized', name: 'Uncategorized' },
      ],
      tags: [{ slug: 'new', name: 'New' }],
    }),
  )
  expect(redirects).toEqual([
    { type: 'redirect', from: '/blog/feed/', to: '/rss.xml' },
    { type: 'redirect', from: '/blog/category/food/', to: '/blog/tag/Food' },
    { type: 'redirect', from: '/blog/category/food/fish/', to: '/blog/tag/Fish%20%26%20Chips' },
    { type: 'redirect', from: '/blog/tag/new/', to: '/blog/tag/New' },
  ])
})

test('galleries and shared blocks get what WordPress would look up by number', async () => {
  const picture = (id: number, parent = 0): WordpressItem => ({
    id,
    type: 'attachment',
    status: 'inherit',
    parent,
    attachmentUrl: `https://old.example/wp-content/uploads/${id}.jpg`,
  })
  const { posts } = await readSource(
    await makeExport([
      { id: 1, content: 'Before [gallery columns="2" ids="11,10,99"] after' },
      { id: 2, content: '[gallery]' },
      { id: 3, content: '<!-- wp:block {"ref":50} /-->' },
      picture(10),
      picture(11),
      picture(12, 2),
      { id: 50, type: 'wp_block', content: '<!-- wp:paragraph --><p>Shared</p><!-- /wp:paragraph -->' },
    ]),
  )
  const contents = posts.map(({ content }) => ('html' in content ? content.html : ''))
  expect(contents[0]).toMatch(
    /Before\s+<figure class="wp-block-gallery">.*11\.jpg.*10\.jpg.*<\/figure>\s+after/s,
  )
  expect(contents[1]).toContain('uploads/12.jpg')
  expect(contents[2]).toBe('<!-- wp:paragraph --><p>Shared</p><!-- /wp:paragraph -->')
})

test('uploads are found by any address of the old site, and sizes by the original', async () => {
  const folder = makeFolder()
  const uploads = join(folder, 'uploads.zip')
  await writeZip(uploads, [
    { path: 'wp-content/uploads/2024/05/desk.jpg', content: 'desk' },
    { path: 'wp-content/uploads/2024/05/desk-300x200.jpg', content: 'small desk' },
    { path: 'wp-content/uploads/2024/05/big-scaled.jpg', content: 'big' },
    { path: 'wp-content/uploads/2024/05/Büro.jpg', content: 'office' },
  ])
  const source = await open(await makeExport([{ id: 1 }]), uploads)
  const find = (address: string) => fileText(source, address)
  expect(await find('https://old.example/wp-content/uploads/2024/05/desk.jpg?w=600')).toBe('desk')
  expect(await find('http://www.old.example/wp-content/uploads/2024/05/desk-300x200.jpg')).toBe('small desk')
  expect(await find('https://i0.wp.com/old.example/wp-content/uploads/2024/05/desk-1024x683.jpg?ssl=1')).toBe(
    'desk',
  )
  expect(await find('/wp-content/uploads/2024/05/big-150x150.jpg')).toBe('big')
  expect(await find('https://old.example/wp-content/uploads/2024/05/B%C3%BCro.jpg')).toBe('office')
  expect(await find('https://old.example/wp-content/uploads/2024/05/gone.jpg')).toBeUndefined()
  expect(await find('https://old.example/wp-content/uploads/../../../etc/passwd')).toBeUndefined()
  expect(await find('file:///etc/passwd')).toBeUndefined()
})

test('one zip may hold the export and its uploads, in folders of any depth', async () => {
  const file = join(makeFolder(), 'backup.zip')
  await writeZip(file, [
    { path: 'backup/site.xml', content: await read(wordpressExport({ posts: [{ id: 1 }] })) },
    { path: 'backup/uploads/2024/05/desk.jpg', content: 'desk' },
  ])
  const source = await open(file)
  expect(source.format).toBe('wordpress')
  expect((await readAll(source)).posts).toHaveLength(1)
  expect(await fileText(source, 'https://old.example/wp-content/uploads/2024/05/desk.jpg')).toBe('desk')
})

test('a post with several authors of Co-Authors Plus has them all', async () => {
  const post = await readOnlyPost(
    await makeExport(
      [
        {
          id: 1,
          author: 'ann',
          terms: [
            { domain: 'author', slug: 'cap-ben', name: 'ben' },
            { domain: 'author', slug: 'cap-guest', name: 'Guest Writer' },
          ],
        },
      ],
      {
        authors: [
          { login: 'ann', name: 'Ann' },
          { login: 'ben', name: 'Ben Example' },
        ],
      },
    ),
  )
  expect(post.authors).toEqual(['Ben Example', 'Guest Writer'])
})

test('long and hostile fields are text, and cut with a note', async () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const post = await readOnlyPost(
    await makeExport(
      [
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
      ],
      { authors: [{ login: 'evil', name: `${hostile}Evil` }] },
    ),
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

test('encodings that a file declares are read, and wrong bytes are reported', async () => {
  const text = await read(wordpressExport({ posts: [{ id: 1, title: 'Grüße' }] }))
  const inLatin1 = text.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')
  const files: [string, Buffer][] = [
    ['latin1', Buffer.from(inLatin1, 'latin1')],
    ['utf-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['utf-16', Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    [
      'utf-16 in the other order',
      Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16(),
    ],
  ]
  for (const [name, bytes] of files) {
    const { posts, problems } = await readSource(makeFile('a.xml', bytes))
    expect(posts[0]?.title, name).toBe('Grüße')
    expect(problems, name).toEqual([])
  }
  const wrong = await readSource(makeFile('a.xml', Buffer.from(text, 'latin1')))
  expect(wrong.posts[0]?.title).toBe('Gr��e')
  expect(wrong.problems[0]?.detail).toMatch(/^Some characters are not valid/)
  await expect(readSource(makeFile('a.xml', text.replace('UTF-8', 'EBCDIC')))).rejects.toThrow(
    'This file says that its encoding is “ebcdic”. Save it as UTF-8 and try again.',
  )
})

test('a file that ends in the middle is refused wherever it is cut', async () => {
  const whole = await read(wordpressExport({ posts: [{ id: 1 }, { id: 2, content: 'a ]]> b' }] }))
  for (let end = whole.indexOf('<channel>') + 10; end < whole.length - 8; end += 97)
    await expect(readSource(makeFile('a.xml', whole.slice(0, end))), `cut at ${end}`).rejects.toThrow(
      'ends in the middle',
    )
})

test('a text of more than 8 million characters is left out, and the rest is read', async () => {
  const file = join(makeFolder(), 'a.xml')
  await writeWordpressExport(file, { posts: [{ id: 1, content: 'x'.repeat(8_000_001) }, { id: 2 }] })
  const { posts } = await readSource(file)
  expect(posts.map(({ content }) => content)).toEqual([{ html: '' }, { html: '' }])
  expect(posts[0]?.notes[0]?.detail).toMatch(/longer than 8 million characters/)
})

test('an export with a file of no site is refused in words', async () => {
  const text = (await read(wordpressExport({ posts: [] }))).replace(
    '<wp:wxr_version>1.2</wp:wxr_version>',
    '',
  )
  await expect(readSource(makeFile('a.xml', text))).rejects.toThrow('This file is not a WordPress export.')
})

test('the fixture splits the end of a CDATA section as WordPress does', () => {
  expect(cdata('a ]]> b')).toBe('<![CDATA[a ]]]]><![CDATA[> b]]>')
  expect(wordpressItem({ id: 1, content: 'a ]]> b' })).toContain('<![CDATA[a ]]]]><![CDATA[> b]]>')
})

async function read(text: AsyncIterable<string>): Promise<string> {
  const parts: string[] = []
  for await (const part of text) parts.push(part)
  return parts.join('')
}

test('two exports in one zip are refused', async () => {
  const folder = makeFolder()
  const text = await read(wordpressExport({ posts: [{ id: 1 }] }))
  writeFileSync(join(folder, 'a.xml'), text)
  writeFileSync(join(folder, 'b.xml'), text)
  await expect(open(folder)).rejects.toThrow('This has 2 exports of WordPress. Import one after the other.')
})
