import { paths } from '../../../../../core/contract/paths.ts'
import type { ImportNote } from '../../../contract/imports.ts'
import {
  type FileTree,
  type Opening,
  type Source,
  type SourceEntry,
  SourceError,
  type SourceFile,
  type SourceRedirect,
} from '../source.ts'
import { countWords, listNames, noteIf } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import { redirectToTag, rootOf } from '../texts/post-fields.ts'
import { childrenOf, readXml, textIn, type XmlElement } from '../texts/read-xml.ts'
import { isPart, readFacts, type WordpressFacts } from './read-facts.ts'
import { readMenus } from './read-menus.ts'
import { readPost } from './read-post.ts'
import { pathOfCategory, pathOfTag } from './term-paths.ts'
import { createUploadsFinder } from './uploads.ts'

/**
 * Opens an export of WordPress (WXR 1.0 to 1.2), in one file or in several parts. It is read once for what posts refer to,
 * and then for each list.
 */
export async function openWordpress(
  files: SourceFile[],
  { trees, close, oldAddress }: Opening,
): Promise<Source> {
  const facts = await readFacts(files)
  if (!facts.isWordpress)
    throw new SourceError(
      'This file is not a WordPress export. In WordPress, choose Tools > Export > All content, and import that file.',
    )
  const find = createUploadsFinder(trees)
  return {
    format: 'wordpress',
    siteUrl: facts.siteUrl ?? oldAddress,
    entries: () => readEntries(files, facts, trees),
    findFile: async (address) => find(address),
    close,
  }
}

async function* readEntries(
  files: SourceFile[],
  facts: WordpressFacts,
  trees: FileTree[],
): AsyncGenerator<SourceEntry> {
  const counts = createCounts()
  for (const file of files)
    for await (const item of readXml(file, isPart).items) {
      if (item.name !== 'item') continue
      const kind = counts.add(item)
      if (kind) yield readPost(item, kind, facts)
    }
  yield* listRedirects(facts)
  yield* readMenus(facts)
  const notes = [
    ...noteIf(facts.isDamaged, 'WordPress export', damaged),
    ...counts.notes(),
    ...noteUnread(facts),
    ...trees.flatMap((tree) => tree.notes),
  ]
  for (const note of notes) yield { type: 'problem', note }
}

/** Parts of an export that nothing here shows */
const noteUnread = ({ attachments, descriptions }: WordpressFacts): ImportNote[] => [
  ...noteIf(
    attachments.size > 0,
    countWords(attachments.size, 'file in the media library', 'files in the media library'),
    'Images are imported if a post or page shows them, and PDF files if one links to them. All others are left out.',
  ),
  ...noteIf(
    descriptions.size > 0,
    countWords(descriptions.size, 'description of a category or tag', 'descriptions of categories and tags'),
    'Left out, because tags have no descriptions here.',
  ),
]

const damaged =
  'Some characters are not valid in the encoding of the file, so they are shown as �. Check the texts.'

/** What is not imported is counted, so that the report can say it in a few lines. */
function createCounts() {
  const left = new Map<string, number>()
  const fields = new Set<string>()
  let comments = 0
  let sticky = 0
  const skip = (kind: string) => {
    if (left.has(kind) || left.size < 100) left.set(kind, (left.get(kind) ?? 0) + 1)
  }
  return {
    /** Returns the kind of a post that is imported. */
    add(item: XmlElement): 'post' | 'page' | undefined {
      const type = textIn(item, 'wp:post_type')
      const status = textIn(item, 'wp:status')
      if (type !== 'post' && type !== 'page') {
        if (!readElsewhere.includes(type)) skip(`of the type “${plainText(type, 60)}”`)
        return undefined
      }
      if (status === 'trash') skip(trash)
      else if (status === 'auto-draft') skip('that WordPress saved by itself')
      else if (status === 'inherit') skip('of the type “revision”')
      else {
        comments += childrenOf(item, 'wp:comment').length
        if (textIn(item, 'wp:is_sticky') === '1') sticky++
        for (const name of listOwnFields(item)) if (fields.size < maxFields) fields.add(name)
        return type
      }
      return undefined
    },
    notes(): ImportNote[] {
      return [
        ...[...left].map(([kind, number]) => ({
          about: countWords(number, `entry ${kind}`, `entries ${kind}`),
          detail:
            kind === trash
              ? 'Left out. To import what is in the trash, restore it in WordPress and export it again.'
              : 'Left out, because only posts and pages are imported.',
        })),
        ...noteIf(
          fields.size > 0,
          countWords(fields.size, 'custom field'),
          `The values were left out, because posts have no custom fields here: ${listNames([...fields])}.`,
        ),
        ...noteIf(
          comments > 0,
          countWords(comments, 'comment'),
          'Left out, because posts have no comments here.',
        ),
        ...noteIf(sticky > 0, countWords(sticky, 'sticky post'), 'Listed by date like all other posts.'),
      ]
    },
  }
}

const trash = 'in the trash'

/** Max names of custom fields that are remembered */
const maxFields = 1000

/** Custom fields that are not read elsewhere. Those with an underscore are for WordPress and plugins themselves. */
const listOwnFields = (item: XmlElement): string[] =>
  childrenOf(item, 'wp:postmeta')
    .filter((meta) => textIn(meta, 'wp:meta_value') !== '')
    .map((meta) => plainText(textIn(meta, 'wp:meta_key'), 60))
    .filter((name) => name !== '' && name !== 'footnotes' && !/^(?:_|rank_math_)/.test(name))

/** Types that become something else than a post */
const readElsewhere = ['attachment', 'nav_menu_item', 'wp_block', 'wp_navigation']

/** The lists of categories and tags, at their usual addresses, and the feed */
function* listRedirects(facts: WordpressFacts): Generator<SourceRedirect> {
  const root = rootOf(facts.siteUrl)
  yield { type: 'redirect', from: `${root}/feed/`, to: paths.rss }
  for (const [slug, { name }] of facts.categories)
    if (slug !== 'uncategorized' && name !== '') yield redirectToTag(root + pathOfCategory(slug, facts), name)
  for (const [slug, name] of facts.tags) if (name !== '') yield redirectToTag(root + pathOfTag(slug), name)
}
