import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { paths } from '../../../../../core/contract/paths.ts'
import type { ImportNote } from '../../../contract/imports.ts'
import { createFileFinder } from '../archives/find-file.ts'
import {
  type FileTree,
  type Opening,
  type Source,
  type SourceEntry,
  SourceError,
  type SourceFile,
  type SourceMenu,
} from '../source.ts'
import { countWords, listNames, noteIf } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import { redirectToTag, rootOf } from '../texts/post-fields.ts'
import { readJsonRows } from '../texts/read-json-rows.ts'
import { type GhostFacts, readFacts, textOf } from './read-facts.ts'
import { fillSiteUrl, readPost } from './read-post.ts'
import { readRedirects } from './read-redirects.ts'

/** Opens an export of Ghost 1 to 6. It is read once for what posts refer to, and then for each list. */
export async function openGhost(file: SourceFile, { trees, close, oldAddress }: Opening): Promise<Source> {
  const facts = await readFacts(file, oldAddress)
  if (facts.posts === 0)
    throw new SourceError(
      'This JSON file has no posts of Ghost. In Ghost, choose Settings > Import/Export > Export content.',
    )
  const find = createFileFinder(trees, keyOf, spellings)
  return {
    format: 'ghost',
    // The export does not name the address of its site.
    siteUrl: oldAddress,
    entries: () => readEntries(file, facts, trees),
    findFile: async (address) => find(fillSiteUrl(address, oldAddress)),
    close,
  }
}

/** Ghost keeps files in content/images, content/media, and content/files. */
const keyOf = (path: string): string => /(?:^|\/)((?:images|media|files)\/.+)$/.exec(path)?.[1] ?? path

/** Smaller sizes are in `size/w600/`, and the file that was uploaded has `_o` at the end of its name. */
function spellings(key: string): string[] {
  const original = key.replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, '/')
  return [key, original, original.replace(/(\.[^./]+)$/, '_o$1')]
}

async function* readEntries(
  file: SourceFile,
  facts: GhostFacts,
  trees: FileTree[],
): AsyncGenerator<SourceEntry> {
  let featured = 0
  for await (const row of readJsonRows(file, new Set(['posts'])).rows) {
    if (/^(?:1|true)$/.test(textOf(row, 'featured'))) featured++
    yield readPost(row, facts)
  }
  const root = rootOf(facts.siteUrl)
  yield { type: 'redirect', from: `${root}/rss/`, to: paths.rss }
  for (const { name, slug, isInternal } of facts.tags.values())
    if (!isInternal && name !== '' && slug !== '') yield redirectToTag(`${root}/tag/${slug}/`, name)
  yield* readRedirects(trees)
  yield* readMenus(facts)
  for (const note of listNotes(facts, featured, trees)) yield { type: 'problem', note }
}

function listNotes(facts: GhostFacts, featured: number, trees: FileTree[]): ImportNote[] {
  const { tags, profiles, code } = facts.unread
  const internal = [...facts.tags.values()].filter(({ isInternal }) => isInternal).map(({ name }) => name)
  const isRouted = trees.some((tree) =>
    [...tree.files.keys()].some((path) => /(?:^|\/)routes\.yaml$/.test(path)),
  )
  return [
    ...noteIf(
      facts.isDamaged,
      'Ghost export',
      'Some characters are not valid, so they are shown as �. Check the texts.',
    ),
    ...noteIf(
      internal.length > 0,
      listNames(internal),
      'Internal tags are left out, because readers never saw them.',
    ),
    ...noteIf(
      tags > 0,
      countWords(tags, 'description or image of a tag', 'descriptions and images of tags'),
      noPlace,
    ),
    ...noteIf(profiles > 0, countWords(profiles, 'profile of an author', 'profiles of authors'), noPlace),
    ...noteIf(code > 0, 'Code injected into the whole site', noPlace),
    ...noteIf(featured > 0, countWords(featured, 'featured post'), 'Listed by date like all other posts.'),
    ...noteIf(
      isRouted,
      'routes.yaml',
      'Addresses that it defines are not redirected. Add them as redirects.',
    ),
    ...trees.flatMap((tree) => tree.notes),
  ]
}

const noPlace = 'Left out, because there is no place for it here.'

/** The settings `navigation` and `secondary_navigation` are JSON: `[{"label":"Home","url":"/"}]`. */
function* readMenus(facts: GhostFacts): Generator<SourceMenu> {
  for (const [setting, name] of [
    ['navigation', 'Primary'],
    ['secondary_navigation', 'Secondary'],
  ]) {
    const json = facts.navigations.find((navigation) => navigation.name === setting)?.json ?? ''
    const links = parseLinks(json, facts.siteUrl)
    if (links.length > 0)
      yield { type: 'menu', key: `ghost:menu:${facts.siteId}:${name}`, name: name ?? '', links }
  }
}

function parseLinks(json: string, siteUrl: string | undefined): SourceMenu['links'] {
  if (json.length > 1_000_000) return []
  try {
    const parsed: unknown = JSON.parse(json)
    return (Array.isArray(parsed) ? parsed : []).slice(0, 200).flatMap((link) => {
      const label = typeof link?.label === 'string' ? plainText(escapeHtml(link.label), 200) : ''
      const address = typeof link?.url === 'string' ? fillSiteUrl(link.url, siteUrl).slice(0, 2000) : ''
      return label && address ? [{ label, address }] : []
    })
  } catch {
    return []
  }
}
