import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { importInto } from '../testing/import-into.ts'
import { makeWordpressExport } from '../testing/make-wordpress-export.ts'
import type { WordpressItem } from '../testing/wordpress-export.ts'

async function importPosts(posts: WordpressItem[]) {
  const server = await startTestServer()
  const filled = posts.map((post) => ({ content: 'Text', ...post }))
  const { notes } = await importInto(server, await makeWordpressExport(filled))
  const rows = await server.query<{ slug: string }>('select slug from blog_posts order by id')
  return {
    slugs: rows.map(({ slug }) => slug),
    notes: notes.map(({ about, detail }) => `${about}: ${detail}`),
    followOld: async (path: string) =>
      (await server.send(path, { redirect: 'manual' })).headers.get('location'),
  }
}

test('an address stays as it was, also if it is the title without its letters outside of ASCII', async () => {
  const { slugs, notes } = await importPosts([
    { id: 1, slug: 'berblick-ber-alles', title: 'Überblick über alles' },
    { id: 2, slug: 'always-there', title: '🎵 Always there' },
    { id: 3, slug: 'imagemagick', title: 'ImageMagick: обработка изображений' },
    { id: 4, slug: 'gr%c3%bc%c3%9fe', title: 'Grüße' },
    { id: 5, slug: '', title: 'Draft for Köln', status: 'draft' },
  ])
  expect(slugs).toEqual(['berblick-ber-alles', 'always-there', 'imagemagick', 'grusse', 'draft-for-koln'])
  expect(notes).toEqual([])
})

test('a long address is cut at the end of a word, with a note, and the old one leads to the post', async () => {
  const slug = 'how-a-very-small-team-of-three-people-made-a-surprisingly-resilient-network-of-sensors'
  const cut = 'how-a-very-small-team-of-three-people-made-a-surprisingly-resilient-network-of'
  const exact = `${'ten-chars-'.repeat(7)}ten-charss-and-more`
  const { slugs, notes, followOld } = await importPosts([
    { id: 1, slug, title: 'Long', link: `https://old.example/2024/05/${slug}/` },
    { id: 2, slug, title: 'Long again', link: 'https://old.example/again/' },
    { id: 3, slug: 'x'.repeat(100), title: 'One word' },
    { id: 4, slug: exact, title: 'To the letter' },
  ])
  expect(slugs).toEqual([cut, `${cut}-2`, 'x'.repeat(80), exact.slice(0, 80)])
  expect(notes).toEqual([
    `Long: Its address had more than 80 characters, so it was cut to /blog/${cut}.`,
    `Long again: Its address had more than 80 characters, so it was cut to /blog/${cut}-2.`,
    `One word: Its address had more than 80 characters, so it was cut to /blog/${'x'.repeat(80)}.`,
    `To the letter: Its address had more than 80 characters, so it was cut to /blog/${exact.slice(0, 80)}.`,
  ])
  expect(await followOld(`/2024/05/${slug}/`)).toBe(`/blog/${cut}`)
})
