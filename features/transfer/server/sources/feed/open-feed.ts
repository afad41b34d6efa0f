import {
  type FileTree,
  type Opening,
  type Source,
  type SourceEntry,
  SourceError,
  type SourceFile,
  type SourcePost,
} from '../source.ts'
import { countWords, noteIf } from '../texts/note-words.ts'
import { readSiteUrl } from '../texts/post-fields.ts'
import { readXml, type XmlElement } from '../texts/read-xml.ts'
import { createUploadsFinder } from '../wordpress/uploads.ts'
import { readAtomEntry } from './read-atom-entry.ts'
import { readRssItem } from './read-rss-item.ts'

/** Opens an RSS 0.91 to 2.0, RSS 1.0 (RDF), or Atom 1.0 file. */
export async function openFeed(file: SourceFile, { trees, close, oldAddress }: Opening): Promise<Source> {
  const { siteUrl, count } = await readHead(file)
  if (count === 0) throw new SourceError('This feed has no entries. Check the file and try again.')
  const find = createUploadsFinder(trees)
  return {
    format: 'feed',
    siteUrl: siteUrl ?? oldAddress,
    entries: () => readEntries(file, siteUrl, count, trees),
    findFile: async (address) => find(address),
    close,
  }
}

const isEntry = (name: string, path: readonly string[]) =>
  (name === 'item' && (path.at(-1) === 'channel' || path.at(-1) === 'rdf:RDF')) ||
  (name === 'entry' && path.length === 1)

const isLink = (name: string, path: readonly string[]) =>
  (name === 'link' || name === 'atom:link') && (path.at(-1) === 'channel' || path.length === 1)

async function readHead(file: SourceFile): Promise<{ siteUrl: string | undefined; count: number }> {
  let siteUrl: string | undefined
  let count = 0
  const isPart = (name: string, path: readonly string[]) => isEntry(name, path) || isLink(name, path)
  for await (const element of readXml(file, isPart).items) {
    if (element.name === 'item' || element.name === 'entry') count++
    else siteUrl ??= toSiteUrl(element)
  }
  return { siteUrl, count }
}

function toSiteUrl({ attributes, text }: XmlElement): string | undefined {
  const isPage = attributes.rel === undefined || attributes.rel === 'alternate'
  return isPage ? readSiteUrl(attributes.href ?? text) : undefined
}

/** Some feeds give two entries one id. Without another key, the second would count as imported already. */
function giveOwnKey(post: SourcePost, keys: Set<string>): SourcePost {
  let { key } = post
  for (let number = 2; keys.has(key); number++) key = `${post.key}#${number}`
  keys.add(key)
  return { ...post, key }
}

async function* readEntries(
  file: SourceFile,
  siteUrl: string | undefined,
  count: number,
  trees: FileTree[],
): AsyncGenerator<SourceEntry> {
  let others = 0
  const keys = new Set<string>()
  const { items, isDamaged } = readXml(file, isEntry)
  for await (const item of items) {
    const post = item.name === 'entry' ? readAtomEntry(item, siteUrl) : readRssItem(item, siteUrl)
    if (post) yield giveOwnKey(post, keys)
    else others++
  }
  const notes = [
    ...noteIf(isDamaged(), 'Feed', 'Some characters are not valid in its encoding, so they are shown as �.'),
    ...noteIf(
      others > 0,
      countWords(others, 'comment or setting', 'comments and settings'),
      'Left out, because only posts and pages are imported.',
    ),
    ...noteIf(
      count <= 50,
      'Feed',
      `It has ${countWords(count, 'entry', 'entries')}. Feeds often hold only the newest posts: check that all are here.`,
    ),
    ...trees.flatMap((tree) => tree.notes),
  ]
  for (const note of notes) yield { type: 'problem', note }
}
