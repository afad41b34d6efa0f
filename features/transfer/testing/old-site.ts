import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { photo } from '../../media/testing/test-media.ts'
import { readBlob } from './import-site.ts'
import { type WordpressItem, wordpressSite, writeWordpressExport } from './wordpress-export.ts'
import { writeZip } from './zip.ts'

export const uploadsUrl = `${wordpressSite}/wp-content/uploads/2024/05`

const text = (words: string) => `<!-- wp:paragraph -->\n<p>${words}</p>\n<!-- /wp:paragraph -->`
const image = (file: string, alt: string) =>
  `<!-- wp:image -->\n<figure class="wp-block-image"><img src="${uploadsUrl}/${file}" alt="${alt}"/></figure>\n<!-- /wp:image -->`

export const oldPosts: WordpressItem[] = [
  {
    id: 1,
    slug: 'hello',
    title: 'Hello',
    content: `${text('First words.')}\n${image('boat.jpg', 'A boat')}`,
  },
  {
    id: 2,
    slug: 'second',
    title: 'Second',
    content: `${text('More words.')}\n${image('boat.jpg', 'The boat again')}\n${image('gone.jpg', 'Gone')}`,
    modifiedGmt: '2024-06-02 10:00:00',
    terms: [{ domain: 'post_tag', slug: 'sea', name: 'Sea' }],
  },
  { id: 3, status: 'draft', title: 'A draft', content: text('Not yet.') },
  { id: 4, type: 'page', slug: 'about', title: 'About', content: text('About us.') },
  { id: 5, type: 'page', slug: 'admin', title: 'Admin', content: text('A reserved address.') },
  { id: 6, slug: 'long', title: 'x'.repeat(400), content: text('A long title.') },
  { id: 7, slug: 'empty', title: 'No text', content: '' },
  {
    id: 8,
    slug: 'later',
    title: 'Later',
    status: 'future',
    date: '2030-01-01 00:00:00',
    content: text('Soon.'),
  },
]

/** Writes the old site and a zip of its pictures. */
export async function writeOldSite() {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-import-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeWordpressExport(join(folder, 'site.xml'), { posts: oldPosts })
  await writeZip(join(folder, 'uploads.zip'), [
    { path: 'wp-content/uploads/2024/05/boat.jpg', content: await photo() },
  ])
  return { folder, site: await readBlob(folder, 'site.xml'), uploads: await readBlob(folder, 'uploads.zip') }
}
