import { type FileTree, readFile, readStart } from '../archives/file-tree.ts'
import type { Opening, Source, SourceEntry, SourceFile } from '../source.ts'
import { SourceError } from '../source-error.ts'
import { countWords } from '../texts/count-words.ts'
import { decodeText } from '../texts/decode-text.ts'
import { listNames } from '../texts/list-names.ts'
import { createPictureFinder } from './find-picture.ts'
import { readPost } from './read-post.ts'

const maxTextBytes = 5_000_000

/** Opens a folder or zip of Markdown files, or one file. */
export async function openMarkdown(
  tree: FileTree,
  { trees, close, signal, oldAddress }: Opening,
): Promise<Source> {
  // A file that was given alone is read whatever its name is.
  const texts = [...tree.files.values()].filter(({ path }) => tree.files.size === 1 || isText(path))
  if (texts.length === 0)
    throw new SourceError('There are no Markdown files of posts here. Check the folder and try again.')
  const siteUrl = (await findSiteUrl(tree)) ?? oldAddress
  const find = createPictureFinder(trees, siteUrl)
  return {
    format: 'markdown',
    siteUrl,
    entries: () => readEntries(texts, tree, trees, siteUrl, signal),
    findFile: async (address, text) => find(address, text.path ?? ''),
    close,
  }
}

/** Files about the project, drafts of the tool, and lists that a generator fills */
const ignored =
  /(?:^|\/)(?:\.[^/]+\/|_(?:includes|layouts|site|templates)\/|archetypes\/|templates\/|themes\/|_index\.)/i
const aboutProject = /(?:^|\/)(?:readme|license|changelog|contributing|code_of_conduct)\.(?:md|markdown)$/i

const isText = (path: string) =>
  /\.(?:md|markdown|mdx|txt)$/i.test(path) && !ignored.test(path) && !aboutProject.test(path)

async function* readEntries(
  texts: SourceFile[],
  tree: FileTree,
  trees: FileTree[],
  siteUrl: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<SourceEntry> {
  const unknown = new Set<string>()
  for (const file of texts) {
    signal?.throwIfAborted()
    yield await readEntry(file, siteUrl, unknown)
  }
  if (unknown.size > 0)
    yield {
      type: 'problem',
      note: {
        about: countWords(unknown.size, 'field of front matter', 'fields of front matter'),
        detail: `The values were left out, because posts have no such fields here: ${listNames([...unknown])}.`,
      },
    }
  const skipped = [...tree.files.keys()].filter((path) => aboutProject.test(path))
  if (skipped.length > 0)
    yield {
      type: 'problem',
      note: { about: listNames(skipped, 10), detail: 'Files about a project were left out.' },
    }
  for (const { notes } of trees) for (const note of notes) yield { type: 'problem', note }
}

async function readEntry(
  file: SourceFile,
  siteUrl: string | undefined,
  unknown: Set<string>,
): Promise<SourceEntry> {
  if (file.bytes > maxTextBytes)
    return {
      type: 'problem',
      note: { about: file.path, detail: 'This text is larger than 5 MB, so it was left out. Split it.' },
    }
  const { chunks, isDamaged } = decodeText(await file.open())
  const parts: string[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const post = await readPost(file.path, parts.join(''), siteUrl, unknown)
  if (isDamaged())
    post.notes.push({
      about: file.path,
      detail: 'Some characters are not valid UTF-8, so they are shown as �.',
    })
  return post
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
