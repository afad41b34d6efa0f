import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import type { SourceFile } from '../source.ts'
import { countKept } from '../texts/count-kept.ts'
import { plainText } from '../texts/plain-text.ts'
import { type JsonRow, type JsonValue, readJsonRows } from '../texts/read-json-rows.ts'

type Link = { id: string; order: number }

/** What must be known about the whole export before its first post can be read */
const createFacts = (siteUrl: string | undefined) => ({
  siteUrl,
  /** Id of the first post, because the file does not name its site */
  siteId: '',
  posts: 0,
  tags: new Map<string, { name: string; slug: string; isInternal: boolean }>(),
  users: new Map<string, string>(),
  /** Tags and authors by post, with their order */
  tagsOf: new Map<string, Link[]>(),
  authorsOf: new Map<string, Link[]>(),
  /** Rows of `posts_meta` by post */
  metaOf: new Map<string, Map<string, JsonValue>>(),
  /** The settings `navigation` and `secondary_navigation`, as JSON */
  navigations: [] as { name: string; json: string }[],
  /** Numbers of things that nothing here shows */
  unread: { tags: 0, profiles: 0, code: 0 },
  isDamaged: false,
  /** Characters of all that */
  characters: 0,
})
export type GhostFacts = ReturnType<typeof createFacts>

/** Characters of one field that is kept */
const maxMetaText = 5000

/** Names of TABLES_ALLOWLIST in Ghost's core/server/data/exporter/table-lists.js */
const tables = new Set('posts tags users posts_tags posts_authors posts_meta settings'.split(' '))

export async function readFacts(file: SourceFile, siteUrl: string | undefined): Promise<GhostFacts> {
  const facts = createFacts(siteUrl)
  const { rows, isDamaged } = readJsonRows(file, tables)
  for await (const row of rows) addFact(facts, row)
  return { ...facts, isDamaged: isDamaged() }
}

function addFact(facts: GhostFacts, row: JsonRow): void {
  const { table } = row
  const id = textOf(row, 'id')
  if (table === 'posts') {
    facts.posts++
    facts.siteId ||= idOfPost(row)
  } else if (table === 'tags') {
    const name = plainText(escapeHtml(textOf(row, 'name')), 200)
    if (textOf(row, 'description') || textOf(row, 'feature_image')) facts.unread.tags++
    const isInternal = textOf(row, 'visibility') === 'internal' || name.startsWith('#')
    const slug = textOf(row, 'slug')
    countKept(facts, id, name, slug)
    facts.tags.set(id, { name, slug, isInternal })
  } else if (table === 'users') {
    const name = plainText(escapeHtml(textOf(row, 'name')), 100)
    if (textOf(row, 'bio')) facts.unread.profiles++
    countKept(facts, id, name)
    facts.users.set(id, name)
  } else if (table === 'posts_tags') addLink(facts, facts.tagsOf, row, 'tag_id')
  else if (table === 'posts_authors') addLink(facts, facts.authorsOf, row, 'author_id')
  else if (table === 'posts_meta') {
    const short = [...row.values].filter(
      ([, value]) => typeof value !== 'string' || value.length <= maxMetaText,
    )
    const filled = short.filter(([, value]) => value !== null && value !== '')
    const post = textOf(row, 'post_id')
    countKept(facts, post, ...filled.flat().map(String))
    facts.metaOf.set(post, new Map(filled))
  } else if (table === 'settings' && /^codeinjection_/.test(textOf(row, 'key'))) {
    if (textOf(row, 'value')) facts.unread.code++
  } else if (table === 'settings' && /^(?:secondary_)?navigation$/.test(textOf(row, 'key'))) {
    const json = textOf(row, 'value')
    countKept(facts, json)
    facts.navigations.push({ name: textOf(row, 'key'), json })
  }
}

function addLink(facts: GhostFacts, links: GhostFacts['tagsOf'], row: JsonRow, key: string): void {
  const post = textOf(row, 'post_id')
  const link = { id: textOf(row, key), order: Number(row.values.get('sort_order') ?? 0) }
  countKept(facts, post, link.id)
  const known = links.get(post)
  if (known) known.push(link)
  else links.set(post, [link])
}

/** The id that is the same in each export of a post */
export const idOfPost = (row: JsonRow): string => textOf(row, 'uuid') || textOf(row, 'id')

/** A member of a row as text; empty if it is null or not there */
export function textOf(row: JsonRow, key: string): string {
  const value = row.values.get(key)
  return value === undefined || value === null ? '' : String(value)
}
