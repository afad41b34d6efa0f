import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeWordpressExport, wordpressText } from '../../../testing/make-wordpress-export.ts'
import { listAll, makeFile, makeFolder, readSource } from '../../../testing/read-source.ts'
import {
  cdata,
  type WordpressItem,
  wordpressExport,
  wordpressItem,
  writeWordpressExport,
} from '../../../testing/wordpress-export.ts'
import { buildRawZip } from '../../../testing/zip.ts'

test('the lists of categories and tags and the feed are redirected', async () => {
  const { redirects } = await readSource(
    await makeWordpressExport([{ id: 1 }], {
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

test('encodings that a file declares are read, and wrong bytes are reported', async () => {
  const text = await wordpressText([{ id: 1, title: 'Grüße' }])
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
  const whole = await wordpressText([{ id: 1 }, { id: 2, content: 'a ]]> b' }])
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
  const text = (await wordpressText([])).replace('<wp:wxr_version>1.2</wp:wxr_version>', '')
  await expect(readSource(makeFile('a.xml', text))).rejects.toThrow('This file is not a WordPress export.')
})

test('the fixture splits the end of a CDATA section as WordPress does', () => {
  expect(cdata('a ]]> b')).toBe('<![CDATA[a ]]]]><![CDATA[> b]]>')
  expect(wordpressItem({ id: 1, content: 'a ]]> b' })).toContain('<![CDATA[a ]]]]><![CDATA[> b]]>')
})

test('descriptions of categories and tags are counted', async () => {
  const tag = '<wp:tag><wp:tag_slug>a</wp:tag_slug><wp:tag_description>About a</wp:tag_description></wp:tag>'
  const text = (await wordpressText([{ id: 1 }])).replace('<item>', `${tag}<item>`)
  const { problems } = await readSource(makeFile('a.xml', text))
  expect(problems).toEqual([
    {
      about: '1 description of a category or tag',
      detail: 'Left out, because tags have no descriptions here.',
    },
  ])
})

test('the parts of a large export are read as one', async () => {
  const part = (posts: WordpressItem[], siteUrl?: string) =>
    listAll(
      wordpressExport({ posts, categories: [{ slug: 'food', name: 'Food' }], ...(siteUrl && { siteUrl }) }),
    )
  const zip = async (...parts: Promise<string[]>[]) =>
    makeFile(
      'parts.zip',
      buildRawZip(
        (await Promise.all(parts)).map((text, index) => ({
          name: `old.wordpress.2026-11-01.${10 - index}.xml`,
          content: text.join(''),
        })),
      ),
    )
  const picture: WordpressItem = {
    id: 9,
    type: 'attachment',
    status: 'inherit',
    attachmentUrl: 'https://old.example/wp-content/uploads/2024/05/desk.jpg',
  }
  const file = await zip(
    part([{ id: 2 }, picture]),
    part([{ id: 1, title: 'First', meta: { _thumbnail_id: '9' } }]),
  )
  const { posts, redirects, problems } = await readSource(file)
  expect(posts.map(({ title, picture: shown }) => [title, shown?.address])).toEqual([
    ['First', 'https://old.example/wp-content/uploads/2024/05/desk.jpg'],
    ['Post 2', undefined],
  ])
  expect(redirects.map(({ from }) => from)).toEqual(['/feed/', '/category/food/'])
  expect(problems.map(({ about }) => about)).toEqual(['1 file in the media library'])
  const mixed = zip(part([{ id: 1 }]), part([{ id: 1 }], 'https://other.example'))
  await expect(readSource(await mixed)).rejects.toThrow(
    'This has exports of 2 sites of WordPress. Import one after the other.',
  )
})
