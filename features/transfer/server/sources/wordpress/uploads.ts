import { createFileFinder } from '../archives/find-file.ts'
import type { FileTree } from '../source.ts'

/** Finds files of WordPress's folder of uploads, at any host and in any size that WordPress made of a picture. */
export function createUploadsFinder(trees: FileTree[]) {
  const sites = new Set(trees.flatMap(({ files }) => [...files.keys()].map((path) => siteOf(keyOf(path)))))
  return createFileFinder(
    trees,
    keyOf,
    // An archive of the whole network has files of the same name for other sites.
    (key) => [...listSizes(key), ...(sites.has(siteOf(key)) ? [] : listSizes(withoutSite(key)))],
    withoutSite,
  )
}

/** Networks of sites keep the files of each in `uploads/sites/2`. */
function keyOf(path: string): string {
  return (
    /(?:^|\/)wp-content\/uploads\/(.+)$/.exec(path)?.[1] ??
    /(?:^|\/)uploads\/(.+)$/.exec(path)?.[1] ??
    /(?:^|\/)(sites\/\d+\/.+)$/.exec(path)?.[1] ??
    /(?:^|\/)(\d{4}\/\d{2}\/[^/]+)$/.exec(path)?.[1] ??
    path
  )
}

const siteOf = (key: string): string => /^sites\/\d+\//.exec(key)?.[0] ?? ''

/** An archive may begin inside the folder of one site, and an address may leave that folder out. */
const withoutSite = (key: string) => key.replace(/^sites\/\d+\//, '')

/**
 * WordPress adds `-300x200` to the name of a smaller size, `-scaled` to a large picture that it made smaller, and
 * `-rotated` to one that it turned (wp-admin/includes/image.php).
 */
function listSizes(key: string): string[] {
  const extension = /\.[^./]+$/.exec(key)?.[0] ?? ''
  const name = key.slice(0, key.length - extension.length)
  const original = name.replace(/-\d{1,5}x\d{1,5}$/, '')
  const plain = original.replace(/-(?:scaled|rotated)$/, '')
  return [name, original, `${original}-scaled`, plain].map((spelling) => spelling + extension)
}
