import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

// The format is that of `doExport()` in Ghost 6 (ghost/core/core/server/data/exporter/exporter.js): the tables of
// TABLES_ALLOWLIST (table-lists.js) in alphabetical order, each row with the columns of
// core/server/data/schema/schema.js. The admin API wraps it in `db`.

type Row = Record<string, unknown>

export type GhostPost = Row & { id: string }

export type GhostExport = {
  posts: Iterable<GhostPost>
  tags?: Row[]
  users?: Row[]
  posts_tags?: Row[]
  posts_authors?: Row[]
  posts_meta?: Row[]
  settings?: { key: string; value: string }[]
}

/** Writes an export of any size in bounded memory. */
export async function writeGhostExport(path: string, site: GhostExport): Promise<void> {
  await pipeline(Readable.from(ghostExport(site)), createWriteStream(path))
}

export function* ghostExport(site: GhostExport): Generator<string> {
  yield '{"db":[{"meta":{"exported_on":1793523600000,"version":"6.4.0"},"data":{'
  yield '"benefits":[],"newsletters":[{"id":"n1","name":"The old site"}],"posts":['
  let isFirst = true
  for (const post of site.posts) {
    yield `${isFirst ? '' : ','}${JSON.stringify({ ...emptyPost, slug: `post-${post.id}`, uuid: `uuid-${post.id}`, ...post })}`
    isFirst = false
  }
  yield ']'
  for (const table of ['posts_authors', 'posts_meta', 'posts_tags'] as const)
    yield `,"${table}":${JSON.stringify(site[table] ?? [])}`
  yield `,"products":[{"id":"p1","name":"Free"}],"settings":${JSON.stringify(site.settings ?? [])}`
  yield `,"snippets":[],"tags":${JSON.stringify(site.tags ?? [])},"users":${JSON.stringify(site.users ?? [])}}}]}`
}

/** All columns of the table `posts` */
const emptyPost = {
  title: 'A post',
  mobiledoc: null,
  lexical: null,
  html: '<p>Text</p>',
  comment_id: null,
  plaintext: null,
  feature_image: null,
  featured: 0,
  type: 'post',
  status: 'published',
  locale: null,
  visibility: 'public',
  email_recipient_filter: 'all',
  created_at: '2024-04-30T08:00:00.000Z',
  updated_at: '2024-06-01T08:00:00.000Z',
  published_at: '2024-05-01T12:00:00.000Z',
  published_by: '1',
  custom_excerpt: null,
  codeinjection_head: null,
  codeinjection_foot: null,
  custom_template: null,
  canonical_url: null,
  newsletter_id: null,
  show_title_and_feature_image: 1,
}
