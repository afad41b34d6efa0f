import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ghostExport, writeGhostExport } from '../testing/ghost-export.ts'
import { manyPosts } from '../testing/many-posts.ts'
import { readInChild } from '../testing/read-in-child.ts'
import { listAll, makeFile, makeFolder } from '../testing/read-source.ts'
import { wordpressExport, writeWordpressExport } from '../testing/wordpress-export.ts'
import { buildRawZip } from '../testing/zip.ts'

// Node takes 60 MB before it reads anything, and it collects garbage late.
const maxMegabytes = 300

const megabyte = 'x'.repeat(1_000_000)

function* repeat(before: string, part: string, count: number, after: string): Generator<string> {
  yield before
  for (let index = 0; index < count; index++) yield part
  yield after
}

async function writeText(parts: Iterable<string>): Promise<string> {
  const path = join(makeFolder(), 'a.txt')
  await pipeline(Readable.from(parts), createWriteStream(path))
  return path
}

const wordpress = async () =>
  (await listAll(wordpressExport({ posts: [{ id: 1, content: 'HERE' }] }))).join('')
const ghost = () => [...ghostExport({ posts: [{ id: '1', html: 'HERE' }] })].join('')

/** A text with a part of this many megabytes in place of HERE */
async function fill(text: string, count: number, part = megabyte): Promise<string> {
  const at = text.indexOf('HERE')
  return writeText(repeat(text.slice(0, at), part, count, text.slice(at + 4)))
}

test('a text of 100 MB in WordPress or Ghost is refused or left out in bounded memory', async () => {
  const inCdata = await readInChild(await fill(await wordpress(), 100))
  expect(inCdata.refused).toMatch(/a single piece of more than 32 million characters/)
  expect(inCdata.peakMegabytes).toBeLessThan(maxMegabytes)
  // A text outside of CDATA comes in pieces, so only this post loses it.
  const plain = (await wordpress()).replace('<![CDATA[HERE]]>', 'HERE')
  const inText = await readInChild(await fill(plain, 100))
  expect(inText).toMatchObject({ posts: 1 })
  expect(inText.peakMegabytes).toBeLessThan(maxMegabytes)
  const inJson = await readInChild(await fill(ghost(), 100))
  expect(inJson).toMatchObject({ posts: 1 })
  expect(inJson.peakMegabytes).toBeLessThan(maxMegabytes)
})

test('a comment, a tag, an attribute, and a key of 34 MB are refused or ignored in bounded memory', async () => {
  const text = await wordpress()
  const places: [string, string][] = [
    ['comment', text.replace('<channel>', '<!-- HERE --><channel>')],
    ['tag', text.replace('<channel>', '<channel><HERE>')],
    ['attribute', text.replace('<channel>', '<channel a="HERE">')],
    ['many attributes', text.replace('<channel>', '<channel HERE>')],
    ['key', ghost().replace('"meta":', '"HERE":1,"meta":')],
    ['number', ghost().replace('1793523600000', 'HERE')],
  ]
  for (const [name, place] of places) {
    const part =
      name === 'number'
        ? '1'.repeat(1_000_000)
        : name === 'many attributes'
          ? ' a="1"'.repeat(160_000)
          : megabyte
    const report = await readInChild(await fill(place.replace('"html":"HERE"', '"html":"x"'), 34, part))
    expect(report.peakMegabytes, name).toBeLessThan(maxMegabytes)
    expect(report.posts === 1 || report.refused !== undefined, name).toBe(true)
  }
})

test('too many elements, a declared size of 2 GB, and billions of laughs end in bounded memory', async () => {
  const path = join(makeFolder(), 'a.xml')
  const items = repeat('<rss><channel><item>', '<b>x</b>'.repeat(100_000), 2, '</item></channel></rss>')
  await pipeline(Readable.from(items), createWriteStream(path))
  expect((await readInChild(path)).refused).toMatch(/too many elements/)

  const declared = buildRawZip([{ name: 'a.xml', content: '<rss>', declaredBytes: 2_000_000_000 }])
  expect((await readInChild(makeFile('a.zip', declared))).refused).toBe(
    'There is nothing here to import. Use an export of WordPress or Ghost, Markdown files, or an RSS or Atom feed.',
  )
  const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [${Array.from({ length: 10 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join('')}]><rss><channel><item><title>&l10;</title></item></channel></rss>`
  const report = await readInChild(makeFile('a.xml', laughs))
  expect(report.refused).toMatch(/declares entities of its own/)
  expect(report.peakMegabytes).toBeLessThan(maxMegabytes)
})

// The titles and addresses of all posts are kept in memory, and must not keep their texts with them.
test('5,000 long posts with their attachments are read in bounded memory', async () => {
  const path = join(makeFolder(), 'a.xml')
  await writeWordpressExport(path, { posts: longPosts() })
  const report = await readInChild(path)
  expect(report).toMatchObject({ posts: 5000 })
  expect(report.peakMegabytes).toBeLessThan(maxMegabytes)
})

test('5,000 long posts of Ghost are read in bounded memory', async () => {
  const path = join(makeFolder(), 'a.json')
  const html = `<p>${'More words. '.repeat(5000)}</p>`
  const posts = Array.from({ length: 5000 }, (_, index) => ({ id: String(index), title: `Post ${index}` }))
  await writeGhostExport(path, {
    posts: posts.map((post) => ({ ...post, html })),
    posts_meta: posts.map(({ id }) => ({ post_id: id, meta_title: `For search ${id}` })),
  })
  const report = await readInChild(path)
  expect(report).toMatchObject({ posts: 5000 })
  expect(report.peakMegabytes).toBeLessThan(maxMegabytes)
})

function* longPosts() {
  for (const post of manyPosts({ posts: 5000, pictures: 5000 }))
    yield { ...post, content: post.content && post.content + 'More words. '.repeat(5000) }
}
