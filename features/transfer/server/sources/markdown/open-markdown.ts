import type { ImportNote } from '../../../contract/imports.ts'
import { readFile, readStart } from '../archives/file-tree.ts'
import { replaceTemplates } from '../convert/replace-templates.ts'
import {
  type FileTree,
  type Opening,
  type Source,
  type SourceEntry,
  SourceError,
  type SourceFile,
} from '../source.ts'
import { cleanText, decodeText } from '../texts/decode-text.ts'
import { countWords, listNames, noteIf } from '../texts/note-words.ts'
import { createPictureFinder } from './find-picture.ts'
import { readFrontMatter, type SplitText } from './read-front-matter.ts'
import { readPost } from './read-post.ts'

const maxTextBytes = 5_000_000

/** Opens a folder or zip of Markdown files, or one file. */
export async function openMarkdown(tree: FileTree, { trees, close, oldAddress }: Opening): Promise<Source> {
  // A file that was given alone is read whatever its name is.
  const texts = [...tree.files.values()].filter(({ path }) => tree.files.size === 1 || isText(path))
  if (tree.files.size > 1 && texts.every(({ path }) => aboutProject.test(path)))
    throw new SourceError('There are no Markdown files of posts here. Check the folder and try again.')
  const siteUrl = (await findSiteUrl(tree)) ?? oldAddress
  const find = createPictureFinder(trees, siteUrl)
  return {
    format: 'markdown',
    siteUrl,
    entries: () => readEntries(texts, tree.files.size > 1, trees, siteUrl),
    findFile: async (address, text) => find(address, text.path ?? ''),
    close,
  }
}

/** Drafts of the tool, parts of pages, and packages */
const ignored =
  /(?:^|\/)(?:\.[^/]+\/|_(?:includes|layouts|site|templates)\/|archetypes\/|templates\/|themes\/|node_modules\/|_index\.)/i

const isText = (path: string) => /\.(?:md|markdown|mdx|txt)$/i.test(path) && !ignored.test(path)

/** Names of files about a project */
const aboutProject =
  /(?:^|\/)(?:readme|licen[cs]e|changelog|changes|contributing|contributors|authors|maintainers|governance|code_of_conduct|security|support|copying|notice|todo|agents|claude)(?:[.-][\w-]{1,20})?\.(?:md|markdown|mdx|txt)$/i
/** The page for missing addresses, which the site has itself */
const notFound = /(?:^|\/)404\.[a-z]+$/i

/** Folders of the texts of a site */
const contentFolder = /(?:^|\/)(?:_posts|_drafts|content|src|posts?|pages|blog)\//

/**
 * True if a file of a folder is no post. Generators copy a `.txt` without front matter as it is, such as robots.txt, and
 * a site with a folder of texts has notes about its project in `docs/`.
 */
function isNoPost(path: string, text: SplitText, hasContent: boolean): boolean {
  if (notFound.test(path)) return true
  if (text.kind || text.problem) return false
  return (
    aboutProject.test(path) ||
    /\.txt$/i.test(path) ||
    (hasContent && /(?:^|\/)docs\//.test(path) && !contentFolder.test(path))
  )
}

/** Layouts of texts. A text without words and with another layout is a page that a generator fills. */
const textLayout = /^(?:post|page|default|base|article|single)\b/i

/** True if a page shows only what its template makes, such as the list of all tags */
function isTemplate({ data, body }: SplitText): boolean {
  if (body.length > 10_000) return false
  const removed = new Set<string>()
  const words = replaceTemplates(body, removed).replaceAll(/<[^>]{0,1000}>/g, '')
  if (/[\p{L}\p{N}]/u.test(words) || /!\[|<img/.test(body)) return false
  return (
    removed.size > 0 ||
    (typeof data.layout === 'string' && !textLayout.test(data.layout.split('/').at(-1) ?? ''))
  )
}

async function* readEntries(
  texts: SourceFile[],
  isFolder: boolean,
  trees: FileTree[],
  siteUrl: string | undefined,
): AsyncGenerator<SourceEntry> {
  const unknown = new Set<string>()
  const leftOut = { noPosts: [] as string[], templates: [] as string[] }
  const hasContent = texts.some(({ path }) => contentFolder.test(path))
  for (const file of texts) {
    const read = await readText(file)
    if ('type' in read) {
      yield read
      continue
    }
    const split = await readFrontMatter(read.text)
    if (isFolder && isNoPost(file.path, split, hasContent)) leftOut.noPosts.push(file.path)
    else if (isFolder && isTemplate(split)) leftOut.templates.push(file.path)
    else {
      const post = readPost(file.path, split, siteUrl, unknown)
      post.notes.push(...read.notes)
      yield post
    }
  }
  yield* describeLeftOut(unknown, leftOut)
  for (const { notes } of trees) for (const note of notes) yield { type: 'problem', note }
}

function* describeLeftOut(
  unknown: Set<string>,
  { noPosts, templates }: { noPosts: string[]; templates: string[] },
): Generator<SourceEntry> {
  const notes = [
    ...noteIf(
      unknown.size > 0,
      countWords(unknown.size, 'field of front matter', 'fields of front matter'),
      `The values were left out, because posts have no such fields here: ${listNames([...unknown])}.`,
    ),
    ...noteIf(
      noPosts.length > 0,
      listNames(noPosts, 10),
      'Files that are no posts were left out, such as notes about a project.',
    ),
    ...noteIf(
      templates.length > 0,
      listNames(templates, 10),
      'Pages without a text of their own were left out, such as lists of posts.',
    ),
  ]
  for (const note of notes) yield { type: 'problem', note }
}

async function readText(
  file: SourceFile,
): Promise<{ text: string; notes: ImportNote[] } | Extract<SourceEntry, { type: 'problem' }>> {
  const note = (detail: string) => ({ about: file.path, detail })
  if (file.bytes > maxTextBytes)
    return { type: 'problem', note: note('This text is larger than 5 MB, so it was left out. Split it.') }
  const { chunks, isDamaged } = decodeText(file)
  const parts: string[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const notes = isDamaged() ? [note('Some characters are not valid UTF-8, so they are shown as �.')] : []
  return { text: cleanText(parts.join('')), notes }
}

/** The address of the site in the configuration of Jekyll, Hugo, or Zola, if it is there */
async function findSiteUrl(tree: FileTree): Promise<string | undefined> {
  for (const [path, file] of tree.files) {
    if (!/^(?:[^/]+\/)?(?:_config\.ya?ml|(?:hugo|config)\.(?:toml|ya?ml))$/.test(path)) continue
    const text = (
      await (file.bytes > 100_000 ? readStart(file, 100_000) : readFile(file, 100_000))
    ).toString()
    const url = /^\s*(?:url|base_?url)\s*[:=]\s*["']?(https?:\/\/[^\s"'#]{1,300})/im.exec(text)?.[1]
    const base = /^baseurl\s*:\s*["']?(\/[^\s"'#]{1,200})/m.exec(text)?.[1] ?? ''
    if (url && URL.canParse(url)) return url.replace(/\/$/, '') + base.replace(/\/$/, '')
  }
  return undefined
}
