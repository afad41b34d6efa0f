import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { readStart } from './archives/file-tree.ts'
import { openFolder, openSingleFile } from './archives/open-folder.ts'
import { openGzippedTar, openTar } from './archives/open-tar.ts'
import { openZip } from './archives/open-zip.ts'
import { openFeed } from './feed/open-feed.ts'
import { openGhost } from './ghost/open-ghost.ts'
import { openMarkdown } from './markdown/open-markdown.ts'
import { type FileKind, recognizeFile, refusals } from './recognize-file.ts'
import { type FileTree, type Opening, type Source, SourceError, type SourceFile } from './source.ts'
import { openWordpress } from './wordpress/open-wordpress.ts'

/**
 * Opens a file, archive, or folder of another system, whatever its name is. `uploads` is an archive or a folder with the
 * pictures of WordPress or Ghost. `name` is the name that the file had where it comes from. `oldAddress` is the address of
 * the old site, for files that do not name it. Throws a SourceError if it cannot be imported.
 */
export async function openSource({
  file,
  uploads,
  name = basename(file),
  oldAddress,
}: SourcePaths): Promise<Source> {
  const trees: FileTree[] = []
  const close = async () => {
    for (const tree of trees) await tree.close()
  }
  try {
    const main = await openPath(file, name, trees)
    if (uploads !== undefined && 'kind' in (await openPath(uploads, basename(uploads), trees)))
      throw new SourceError(
        'The uploads must be a zip file, a tar file, or a folder. Create a zip of the uploads and try again.',
      )
    const opening = { trees, close, oldAddress: oldAddress?.replace(/\/$/, '') }
    return await ('kind' in main ? openKind(main.kind, main.file, opening) : openTree(main, opening))
  } catch (error) {
    await close()
    throw error
  }
}

export type SourcePaths = { file: string } & Partial<
  Record<'uploads' | 'name' | 'oldAddress', string | undefined>
>

type Given = { kind: FileKind; file: SourceFile } | FileTree

/** Opens a folder or an archive as a tree, and recognizes any other file. */
async function openPath(path: string, name: string, trees: FileTree[]): Promise<Given> {
  const stats = await stat(path).catch((cause) => {
    throw new SourceError(`There is no file “${basename(path)}”. Check its path and try again.`, { cause })
  })
  const keep = (tree: FileTree) => {
    trees.push(tree)
    return tree
  }
  if (stats.isDirectory()) return keep(await openFolder(path))
  if (!stats.isFile())
    throw new SourceError(`“${basename(path)}” is neither a file nor a folder. Choose another one.`)
  const file = await openSingleFile(path, name, stats)
  const kind = recognizeFile(await readStart(file, startBytes), name)
  const openArchive = archives[kind]
  return openArchive ? keep(await openArchive(path)) : { kind, file }
}

const archives: Partial<Record<FileKind, typeof openZip>> = {
  zip: openZip,
  tar: openTar,
  gzip: openGzippedTar,
}

/** Bytes that are read of a file to recognize it */
const startBytes = 20_000

async function openKind(kind: FileKind, file: SourceFile, opening: Opening): Promise<Source> {
  if (kind === 'wordpress') return openWordpress([file], opening)
  if (kind === 'ghost') return openGhost(file, opening)
  if (kind === 'feed') return openFeed(file, opening)
  if (kind === 'markdown')
    return openMarkdown({ files: new Map([[file.path, file]]), notes: [], close: opening.close }, opening)
  throw new SourceError(refusals[kind])
}

/** Max files of a tree that are read to find an export among them */
const maxCandidates = 200

/** Finds what an archive or folder is by the files in it. */
async function openTree(tree: FileTree, opening: Opening): Promise<Source> {
  const found = new Map<FileKind, SourceFile[]>()
  const candidates = [...tree.files.values()]
    .filter(({ path }) => /\.(?:xml|json|rss|atom|zip|tar|t?gz)$/i.test(path))
    .sort((one, other) => depthOf(one.path) - depthOf(other.path))
  for (const file of candidates.slice(0, maxCandidates)) {
    const kind = recognizeFile(await readStart(file, startBytes), file.path)
    found.set(kind, [...(found.get(kind) ?? []), file])
  }
  const parts = found.get('wordpress') ?? []
  if (parts.length > 0) return openWordpress(sortByName(parts), opening)
  const [ghost, ...more] = found.get('ghost') ?? []
  if (more.length > 0)
    throw new SourceError(`This has ${more.length + 1} exports of Ghost. Import one after the other.`)
  if (ghost) return openGhost(ghost, opening)
  if ([...tree.files.keys()].some((path) => /\.(?:md|markdown|mdx)$/i.test(path)))
    return openMarkdown(tree, opening)
  const feeds = found.get('feed') ?? []
  if (feeds[0] && feeds.length === 1) return openFeed(feeds[0], opening)
  if (found.has('zip') || found.has('tar') || found.has('gzip')) throw new SourceError(refusals.zip)
  throw new SourceError(explainNothing([...tree.files.keys()]))
}

/** WordPress.com numbers the parts of a large export. */
const sortByName = (files: SourceFile[]) =>
  files.toSorted((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true }))

/** Why an archive or folder without anything to import is not what was meant */
function explainNothing(paths: string[]): string {
  if (paths.some((path) => /^(?:\[Content_Types\]|META-INF\/manifest)\.xml$/.test(path)))
    return 'This is a document of an office program. Import the export of the old site instead.'
  if (paths.includes('backup.json'))
    return 'This is a backup of this software. The person who runs your server restores it with npm run restore.'
  if (paths.length > 0 && paths.every((path) => /\.(?:jpe?g|png|gif|webp|avif|heic|svg)$/i.test(path)))
    return 'This has only images. Choose the export of the old site as its file, and this one as the archive of its images.'
  return 'There is nothing here to import. Use an export of WordPress or Ghost, Markdown files, or an RSS or Atom feed.'
}

const depthOf = (path: string) => path.split('/').length
