import { escapeHtml } from '../../../../contracts/escape-html.ts'
import type { SourceFile } from '../source.ts'
import { countKept } from '../texts/count-kept.ts'
import { plainText } from '../texts/plain-text.ts'
import { type JsonRow, type JsonValue, readJsonRows } from '../texts/read-json-rows.ts'

/** What must be known about the whole export before its first post can be read */
export type GhostFacts = {
  siteUrl: string | undefined
  /** Id of the first post, because the file does not name its site */
  siteId: string
  /** Such as `6.0.5` */
  version: string
  posts: number
  tags: Map<string, { name: string; slug: string; isInternal: boolean }>
  users: Map<string, string>
  /** Numbers of tags by post, in their order */
  tagsOf: Map<string, { id: string; order: number }[]>
  authorsOf: Map<string, { id: string; order: number }[]>
  /** Rows of `posts_meta` by post */
  metaOf: Map<string, Map<string, JsonValue>>
  /** The settings `navigation` and `secondary_navigation`, as JSON */
  navigations: { name: string; json: string }[]
  /** Numbers of things that nothing here shows */
  unread: { tags: number; profiles: number; code: number }
  isDamaged: boolean
  /** Characters of all that */
  characters: number
}

/** Characters of one field that is kept */
const maxMetaText = 5000

const tables = new Set([
  'meta',
  'posts',
  'tags',
  'users',
  'posts_tags',
  'posts_authors',
  'posts_meta',
  'settings',
])

/** The tables are those of TABLES_ALLOWLIST in Ghost's core/server/data/exporter/table-lists.js. */
export async function readFacts(file: SourceFile, siteUrl: string | undefined): Promise<GhostFacts> {
  const facts: GhostFacts = {
    siteUrl,
    siteId: '',
    version: '',
    posts: 0,
    tags: new Map(),
    users: new Map(),
    tagsOf: new Map(),
    authorsOf: new Map(),
    metaOf: new Map(),
    navigations: [],
    unread: { tags: 0, profiles: 0, code: 0 },
    isDamaged: false,
    characters: 0,
  }
  const rows = readJsonRows(file, tables)
  for (let next = await rows.next(); ; next = await rows.next()) {
    if (next.done) {
      facts.isDamaged = next.value.isDamaged
      return facts
    }
    addFact(facts, next.value)
  }
}

function addFact(facts: GhostFacts, row: JsonRow): void {
  const { table } = row
  const id = textOf(row, 'id')
  if (table === 'meta') facts.version ||= textOf(row, 'version')
  else if (table === 'posts') {
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
