import { posix } from 'node:path'
import { readMediaAddress } from '../../../../media/contract/media.ts'

/** The address on the live site of a file that the copy needs, by its path in the copy */
export type NeededFiles = Map<string, string>

export type Addresses = ReturnType<typeof createAddresses>

type Known = {
  publicUrl: string
  /** File of each page by its address */
  pages: ReadonlyMap<string, string>
  hasPicture: (name: string, width: number) => boolean
  /** True for a PDF file, by its path without the slash at its start */
  hasFile: (path: string) => boolean
  needed: NeededFiles
}

/** Files that a page loads and that are named after their content or are few, such as icons */
const copied = /^\/(?:assets\/[\w.-]+|[\w.-]+\.(?:css|png|ico|svg|webmanifest))$/
/** Feeds and other files for programs, which every copy has */
const forPrograms = /^\/(?:rss\.xml|atom\.xml|feed\.json|sitemap(?:-\d+)?\.xml|robots\.txt|llms\.txt)$/

export function createAddresses({ publicUrl, pages, hasPicture, hasFile, needed }: Known) {
  function findFile(path: string): string | undefined {
    const picture = readMediaAddress(path)
    if (picture) {
      if (!hasPicture(picture.name, picture.width)) return undefined
      // Static hosts derive the content type from the file extension.
      return need(`media/${picture.name}-${picture.width}.webp`, path)
    }
    if (copied.test(path) || hasFile(path.slice(1))) return need(path.slice(1), path)
    return forPrograms.test(path) ? path.slice(1) : undefined
  }

  function need(file: string, path: string): string {
    needed.set(file, path)
    return file
  }

  function findPage(path: string, query: string): string | undefined {
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path
    return pages.get(plain + query) ?? (query === '' ? pages.get(plain.toLowerCase()) : undefined)
  }

  const isOwn = (address: string) => address.startsWith('/') && !address.startsWith('//')

  return {
    /**
     * Where an address of the live site leads in the copy, as seen from a file. What only the live site has becomes an
     * absolute address. Undefined: it stays as it is.
     */
    resolve(address: string, from: string): string | undefined {
      if (!isOwn(address)) return undefined
      const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
      const file = findPage(path, query) ?? findFile(path)
      return file === undefined ? publicUrl + address : relativePath(from, file) + hash
    },
    /** Like `resolve`, for a file that the page loads. Null: there is no such file. */
    load(address: string, from: string): string | null {
      if (!isOwn(address)) return address
      const file = findFile(address.replace(/[?#].*$/s, ''))
      return file === undefined ? null : relativePath(from, file)
    },
  }
}

export function relativePath(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to)
}
