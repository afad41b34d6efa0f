import { expect, onTestFinished, test } from 'vitest'
import {
  fileText,
  makeFile,
  makeTree,
  makeZip,
  open,
  readAll,
  readOnlyPost,
  readSource,
} from '../../../testing/read-source.ts'
import { openSource } from '../open-source.ts'

const read = (text: string, name = 'note.md') => readOnlyPost(makeFile(name, text))

test('the front matter of Hugo becomes the fields of a post', async () => {
  const post = await readOnlyPost(
    makeTree({
      'hugo.toml': "baseURL = 'https://old.example/blog/'\n",
      'content/posts/fish/index.md': `---
title: "Fish & <b>Chips</b>"
date: 2024-05-01T14:00:00+02:00
lastmod: 2024-06-01
draft: false
slug: fish-and-chips
aliases: [/old-fish/, "https://old.example/blog/older?x=1"]
tags: [Fish, "Food, drink"]
categories:
  - News
authors: [Ann, {name: Ben}]
summary: A summary
description: For search
cover:
  image: desk.jpg
  alt: A desk
  caption: The new desk
---
Text
`,
    }),
  )
  expect(post).toEqual({
    type: 'post',
    key: expect.stringMatching(/^markdown:content\/posts\/fish\/index\.md:[0-9a-f]{12}$/),
    kind: 'post',
    // A title in Markdown is a text.
    title: 'Fish & <b>Chips</b>',
    slug: 'fish-and-chips',
    content: { markdown: 'Text\n' },
    excerpt: 'A summary',
    tags: ['Fish', 'Food, drink', 'News'],
    authors: ['Ann', 'Ben'],
    status: 'public',
    publishedAt: '2024-05-01T12:00:00.000Z',
    updatedAt: '2024-06-01T00:00:00.000Z',
    formerAddresses: [
      '/blog/old-fish/',
      '/blog/older?x=1',
      '/blog/posts/fish/',
      '/blog/posts/fish-and-chips/',
      '/content/posts/fish/index.md',
    ],
    feedId: undefined,
    picture: { address: 'desk.jpg', alt: 'A desk', caption: 'The new desk' },
    seo: { description: 'For search' },
    path: 'content/posts/fish/index.md',
    notes: [],
  })
})

test('the names of Jekyll give the date and the address', async () => {
  const { posts } = await readSource(
    makeTree({
      '_config.yml': 'title: Old\nurl: "https://old.example"\nbaseurl: "/blog"\n',
      '_posts/2024-05-01-hello-world.md': '---\nlayout: post\ncategories: a\ntags: b, c\n---\nText',
      '_drafts/idea.md': '---\ntitle: Idea\n---\n',
      'about.md': '---\nlayout: page\ntitle: About\npermalink: /about/\n---\n',
      'README.md': '# About this project',
      '_includes/part.md': 'part',
    }),
  )
  expect(
    posts.map(({ title, kind, status, publishedAt, tags, slug, formerAddresses }) => [
      title,
      kind,
      status,
      publishedAt,
      tags,
      slug,
      formerAddresses,
    ]),
  ).toEqual([
    ['Idea', 'post', 'draft', undefined, [], 'idea', ['/blog/_drafts/idea/', '/_drafts/idea.md']],
    [
      'Hello world',
      'post',
      'public',
      '2024-05-01T00:00:00.000Z',
      ['b', 'c', 'a'],
      'hello-world',
      [
        '/blog/2024/05/01/hello-world.html',
        '/blog/2024/05/01/hello-world/',
        '/_posts/2024-05-01-hello-world.md',
      ],
    ],
    ['About', 'page', 'public', undefined, [], 'about', ['/blog/about/', '/about.md']],
  ])
})

test('TOML is read like YAML', async () => {
  const post = await read(
    '+++\ntitle = "Hello"\ndate = 2024-05-01T12:00:00Z\ntags = ["a"]\ndraft = true\n[extra]\nx = 1\n+++\nText',
  )
  expect(post).toMatchObject({
    title: 'Hello',
    publishedAt: '2024-05-01T12:00:00.000Z',
    tags: ['a'],
    status: 'draft',
    content: { markdown: 'Text' },
  })
})

test('a text without front matter has the title of its first heading or of its file', async () => {
  expect(await read('\n# The *title*\n\nText')).toMatchObject({
    title: 'The title',
    content: { markdown: '\nText' },
  })
  expect(await read('Text\n\n# Later', 'my-first_note.md')).toMatchObject({
    title: 'My first note',
    slug: 'my-first_note',
    content: { markdown: 'Text\n\n# Later' },
  })
  // A line of dashes is no front matter if nothing ends it.
  expect(await read('---\nText')).toMatchObject({ title: 'Note', content: { markdown: '---\nText' } })
})

test.each([
  ['draft: true', 'draft'],
  ['published: false', 'draft'],
  ['published: 2024-05-01', 'public'],
  ['status: private', 'draft'],
  ['publish: false', 'draft'],
  // Of YAML 1.1, which Jekyll reads
  ['published: no', 'draft'],
  ['draft: yes', 'draft'],
  ['draft: "True"', 'draft'],
  ['draft: false', 'public'],
])('%s makes it %s', async (line, status) => {
  expect((await read(`---\n${line}\n---\n`)).status).toBe(status)
})

test.each([
  ['2024-05-01', '2024-05-01T00:00:00.000Z'],
  ['2024-05-01 9:05', '2024-05-01T09:05:00.000Z'],
  ['2024-05-01 12:00:00 +0200', '2024-05-01T10:00:00.000Z'],
  ['2024-05-01T12:00:00-05:00', '2024-05-01T17:00:00.000Z'],
  ['May 1, 2024 UTC', '2024-05-01T00:00:00.000Z'],
  ['2024/05/01', '2024-05-01T00:00:00.000Z'],
  ['2024-13-45', undefined],
  ['someday', undefined],
  ['0001-01-01', undefined],
])('the date %s is %s', async (date, expected) => {
  expect((await read(`---\ndate: ${date}\n---\n`)).publishedAt).toBe(expected)
})

test('front matter that cannot be read makes a draft with a note', async () => {
  const bomb = [
    'a: &a ["x","x","x","x","x","x","x","x","x"]',
    ...'bcdefgh'.split('').map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefg'[index]}`)}]`),
  ].join('\n')
  for (const front of ['title: "open', 'a: [1', bomb, `a: ${'['.repeat(20_000)}`]) {
    const post = await read(`---\n${front}\n---\nText`)
    expect(post).toMatchObject({ status: 'draft', title: 'Note', content: { markdown: 'Text' } })
    expect(post.notes[0]?.detail).toMatch(/^Its front matter can’t be read/)
  }
})

test.each([
  '<!--\r\n.. title: A\r\n.. status: draft\r\n\r\n-->\r\nText',
  '<!--\n.. title: A\nother words\n.. status: draft\n-->\nText',
  '<!-- .. title: A\n.. status: draft -->\nText',
  '<!--\ntitle: A\ndraft: true\n-->\nText',
  '.. title: A\n.. status: draft\n\nText',
  'Title: A\nStatus: draft\nText',
  'Date: 2020-01-01\nDraft: true\n\nText',
  '---\ntitle: A\ndraft: true\n\nText',
  '---\ntitle: A\ndraft: true\n --- \n\nText',
  '---c++\nauto draft = true;\n---\nText',
  '--- {js}\n({ draft: true })\n---\nText',
  ';;;\n{ "draft": true }\n;;;\nText',
  '{ title: "A", draft: true }\nText',
])('a draft stays a draft, however its front matter is written: %j', async (text) => {
  expect((await read(text)).status).toBe('draft')
})

test.each([
  '<!-- a comment -->\nText',
  '<!-- more: later -->\nText',
  'Note: a text\nand more.',
  'Title: of a text\nand more.',
  '--- Ann wrote\nthis.',
  '{: .lead}\nText',
])('a text that only looks like front matter is public and whole: %j', async (text) => {
  const { content, status } = await read(text)
  expect({ content, status }).toEqual({ content: { markdown: text }, status: 'public' })
})

test('front matter that is too long makes a draft with a note', async () => {
  const post = await read(`---\ntitle: Long\ntext: ${'x'.repeat(200_000)}\n---\nText`)
  expect(post.status).toBe('draft')
  expect(post.notes[0]?.detail).toMatch(/^Its front matter can’t be read/)
  expect((await read(`---\ntitle: Long\ntext: ${'x'.repeat(199_000)}\n---\nText`)).title).toBe('Long')
})

test('front matter of odd types does not matter', async () => {
  const post = await read(
    '---\ntitle: [a]\ntags: {a: 1}\nauthor: 5\nimage: 3\ndate: true\n__proto__: {x: 1}\nconstructor: y\n---\n# Real title\n',
  )
  expect(post).toMatchObject({
    title: 'Real title',
    tags: [],
    authors: ['5'],
    picture: undefined,
    publishedAt: undefined,
  })
})

test('pictures are found beside the text, below the roots of generators, or by their name', async () => {
  const file = await makeZip({
    'site/content/posts/fish/index.md': 'Text',
    'site/content/posts/fish/desk.jpg': 'beside',
    'site/content/posts/harbor.jpg': 'above',
    'site/static/images/a b.png': 'static',
    'site/attachments/only-name.png': 'by name',
    'site/x/twice.png': '1',
    'site/y/twice.png': '2',
  })
  const source = await open(file)
  const [post] = (await readAll(source)).posts
  const find = (address: string) => fileText(source, address, post?.path)
  expect(await find('desk.jpg')).toBe('beside')
  expect(await find('./desk.jpg?x=1')).toBe('beside')
  expect(await find('../harbor.jpg')).toBe('above')
  expect(await find('/images/a%20b.png')).toBe('static')
  expect(await find('only-name.png')).toBe('by name')
  expect(await find('twice.png')).toBeUndefined()
  expect(await find('../../../../../../etc/passwd')).toBeUndefined()
  expect(await find('https://other.example/desk.jpg')).toBeUndefined()
  expect(await find('file:///etc/passwd')).toBeUndefined()
})

test('the address of the old site is used unless a file names it', async () => {
  const files = { '_posts/2024-05-01-a.md': 'Text', 'images/a.png': 'picture' }
  const openAt = async (tree: Record<string, string>) => {
    const source = await openSource({ file: makeTree(tree), oldAddress: 'https://old.example/blog/' })
    onTestFinished(() => source.close())
    return source
  }
  const source = await openAt(files)
  expect(source.siteUrl).toBe('https://old.example/blog')
  expect((await readAll(source)).posts[0]?.formerAddresses[0]).toBe('/blog/2024/05/01/a.html')
  expect(await fileText(source, 'http://www.old.example/blog/images/a.png')).toBe('picture')
  expect(await fileText(source, 'https://other.example/blog/images/a.png')).toBeUndefined()
  const named = await openAt({ ...files, '_config.yml': 'url: https://named.example' })
  expect(named.siteUrl).toBe('https://named.example')
})

test('a text in another encoding is read, and wrong bytes are reported', async () => {
  expect((await readOnlyPost(makeFile('a.md', Buffer.from('\uFEFF# Grüße\n', 'utf16le')))).title).toBe(
    'Grüße',
  )
  const post = await readOnlyPost(makeFile('a.md', Buffer.from('# Grüße\n', 'latin1')))
  expect(post.title).toBe('Gr��e')
  expect(post.notes[0]?.detail).toMatch(/not valid UTF-8/)
})

test('a text of more than 5 MB is reported, and the rest is read', async () => {
  const { posts, problems } = await readSource(
    makeTree({ 'a.md': Buffer.alloc(5_000_001, 'a'), 'b.md': 'b' }),
  )
  expect(posts).toHaveLength(1)
  expect(problems).toEqual([{ about: 'a.md', detail: expect.stringContaining('larger than 5 MB') }])
})

test('hostile front matter is text', async () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const post = await read(`---
title: "${hostile}Title"
slug: "${hostile}slug"
date: "${hostile}"
tags: ["${hostile}Tag"]
author: "${hostile}Ann"
excerpt: "${hostile}Excerpt"
description: "${hostile}About"
seo_title: "${hostile}For search"
aliases: ["javascript:alert(3)", "//evil.example/a", "/${hostile}"]
image: {src: "javascript:alert(4)", alt: "${hostile}Alt", caption: "${hostile}Caption"}
og_image: "javascript:alert(5)"
---
Text`)
  expect(post).toMatchObject({
    title: `${hostile}Title`,
    tags: [`${hostile}Tag`],
    authors: [`${hostile}Ann`],
    excerpt: `${hostile}Excerpt`,
    publishedAt: undefined,
    seo: { title: `${hostile}For search`, description: `${hostile}About` },
    picture: { alt: `${hostile}Alt`, caption: `${hostile}Caption` },
  })
  expect(post.formerAddresses.filter((address) => !/^\/(?![/\\])[^<>"]*$/.test(address))).toEqual([])
})

test('fields of front matter that posts do not have are named once, and dates before 1970 are read', async () => {
  const { posts, problems } = await readSource(
    makeTree({
      'a.md': '---\ntitle: A\ndate: 1955-04-18\nseries: Old\nweight: 3\nlang: ""\ntoc: false\n---\na',
      'b.md': '---\ntitle: B\nseries: New\n---\nb',
    }),
  )
  expect(posts.map(({ publishedAt }) => publishedAt)).toEqual(['1955-04-18T00:00:00.000Z', undefined])
  expect(problems).toEqual([
    {
      about: '2 fields of front matter',
      detail: 'The values were left out, because posts have no such fields here: series, weight.',
    },
  ])
})

test.each(['visibility: members', 'status: published\nvisibility: paid', 'password: x', 'status: hidden'])(
  'a text with “%s” becomes a draft',
  async (line) => expect((await read(`---\ntitle: A\n${line}\n---\na`)).status).toBe('draft'),
)

test('a text with a public status is public', async () => {
  expect((await read('---\ntitle: A\nstatus: published\nvisibility: public\n---\na')).status).toBe('public')
})
