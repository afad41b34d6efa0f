import type { FileTree, SourceFile } from '../source.ts'

/**
 * Finds the files of uploads by the addresses in texts. `keyOf` returns the part of a path that is the same in an
 * address and in an archive, such as `2024/05/desk.jpg`; `spellings` lists the keys under which the file may be, the
 * best first. `shorten` gives a second key to a file, under which it is found unless several files would have that key.
 */
export function createFileFinder(
  trees: FileTree[],
  keyOf: (path: string) => string,
  spellings: (key: string) => string[],
  shorten: (key: string) => string = (key) => key,
) {
  const files = new Map<string, SourceFile>()
  for (const tree of trees)
    for (const [path, file] of tree.files) {
      const key = keyOf(path)
      if (!files.has(key)) files.set(key, file)
    }
  const shortened = Map.groupBy(
    [...files].filter(([key]) => shorten(key) !== key),
    ([key]) => shorten(key),
  )
  for (const [key, [only, ...others]] of shortened)
    if (only && others.length === 0 && !files.has(key)) files.set(key, only[1])
  return (address: string): SourceFile | undefined => {
    const path = pathOf(address)
    if (path === undefined) return undefined
    for (const spelling of spellings(keyOf(path))) {
      const file = files.get(spelling)
      if (file) return file
    }
    return undefined
  }
}

/** The decoded path of a URL or of a path, without its query */
export function pathOf(address: string): string | undefined {
  if (address.length > 4000 || !URL.canParse(address, 'https://old-site.invalid/')) return undefined
  const { pathname, protocol } = new URL(address, 'https://old-site.invalid/')
  if (!/^https?:$/.test(protocol)) return undefined
  try {
    return decodeURIComponent(pathname).slice(1).normalize('NFC')
  } catch {
    return undefined
  }
}
