import { posix } from 'node:path'
import { pathOf } from '../archives/find-file.ts'
import type { FileTree, SourceFile } from '../source.ts'
import { isSameSite, rootOf } from '../texts/post-fields.ts'

/** Folders whose files are at the root of the old site */
const roots = ['', 'static/', 'public/', 'assets/', 'source/', 'src/', 'content/', 'src/assets/', 'docs/']

/**
 * Finds files by addresses in texts: relative to the text, from the root of the site, or, as in Obsidian, by their name
 * alone if only one file has it.
 */
export function createPictureFinder(trees: FileTree[], siteUrl: string | undefined) {
  const names = new Map<string, SourceFile | undefined>()
  const sizes = new Map<string, SourceFile>()
  for (const tree of trees)
    for (const [path, file] of tree.files) {
      const name = posix.basename(path)
      names.set(name, names.has(name) ? undefined : file)
      const [, own] = /(?:^|\/)media\/([0-9a-f]{32})\/\d+\.jpg$/.exec(path) ?? []
      if (own && file.bytes >= (sizes.get(own)?.bytes ?? 0)) sizes.set(own, file)
    }
  const at = (path: string) => trees.map((tree) => tree.files.get(path)).find((file) => file !== undefined)

  return (given: string, textPath: string): SourceFile | undefined => {
    const address = toOwnPath(given, siteUrl)
    if (address === undefined) return undefined
    // A picture in an export of this software has a folder with its sizes. Texts name one of them.
    const own = sizes.get(/(?:^|\/)media\/([0-9a-f]{32})[-/]\d+(?:\.jpg)?$/.exec(address)?.[1] ?? '')
    if (own) return own
    const path = pathOf(address.startsWith('/') ? address : `/${address.replace(/^(?:\.\.?\/)+/, '')}`)
    if (path === undefined) return undefined
    const beside = address.startsWith('/') ? undefined : at(resolve(textPath, address))
    if (beside) return beside
    const folders = listFolders(textPath)
    for (const folder of folders)
      for (const root of roots) {
        const file = at(folder + root + path)
        if (file) return file
      }
    return names.get(posix.basename(path))
  }
}

/** An address without the origin of the old site; undefined for other sites */
function toOwnPath(address: string, siteUrl: string | undefined): string | undefined {
  if (!/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) return address
  if (siteUrl === undefined || !URL.canParse(address, siteUrl)) return undefined
  const url = new URL(address, siteUrl)
  if (!isSameSite(url, new URL(siteUrl))) return undefined
  const root = rootOf(siteUrl)
  return url.pathname.startsWith(`${root}/`) ? url.pathname.slice(root.length) : url.pathname
}

/** The path of a relative address, without its query. It cannot lead out of the archive: its files are a list. */
function resolve(textPath: string, address: string): string {
  const [path = ''] = address.split(/[?#]/)
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // A percent sign in a file name that was not encoded
  }
  return posix.join(posix.dirname(textPath), decoded).normalize('NFC')
}

/** The folders around a text, from the root of the archive on, which may be in a folder of its own */
function listFolders(textPath: string): string[] {
  const parts = posix.dirname(textPath).split('/')
  if (parts[0] === '.') return ['']
  return ['', ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)].slice(0, 20)
}
