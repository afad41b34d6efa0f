import type { FileTree } from '../archives/file-tree.ts'
import { createFileFinder } from '../archives/find-file.ts'

/** Finds files of WordPress's folder of uploads, at any host and in any size that WordPress made of a picture. */
export const createUploadsFinder = (trees: FileTree[]) => createFileFinder(trees, keyOf, spellings)

/** Networks of sites keep the files of each in `uploads/sites/2`. */
function keyOf(path: string): string {
  return (
    /(?:^|\/)wp-content\/uploads\/(?:sites\/\d+\/)?(.+)$/.exec(path)?.[1] ??
    /(?:^|\/)uploads\/(?:sites\/\d+\/)?(.+)$/.exec(path)?.[1] ??
    /(?:^|\/)(\d{4}\/\d{2}\/[^/]+)$/.exec(path)?.[1] ??
    path
  )
}

/**
 * WordPress adds `-300x200` to the name of a smaller size, `-scaled` to a large picture that it made smaller, and
 * `-rotated` to one that it turned (wp-admin/includes/image.php).
 */
function spellings(key: string): string[] {
  const extension = /\.[^./]+$/.exec(key)?.[0] ?? ''
  const name = key.slice(0, key.length - extension.length)
  const original = name.replace(/-\d{1,5}x\d{1,5}$/, '')
  const plain = original.replace(/-(?:scaled|rotated)$/, '')
  return [name, original, `${original}-scaled`, plain].map((spelling) => spelling + extension)
}
