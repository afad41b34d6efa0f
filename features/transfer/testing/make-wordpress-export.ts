import { join } from 'node:path'
import { makeFolder, readOnlyPost, readSource } from './read-source.ts'
import {
  type WordpressExport,
  type WordpressItem,
  wordpressExport,
  writeWordpressExport,
} from './wordpress-export.ts'

/** Writes an export to a folder that is deleted after the test, and returns its path. */
export async function makeWordpressExport(posts: WordpressItem[], site: GivenSite = {}): Promise<string> {
  const file = join(makeFolder(), 'site.WordPress.2026-11-01.xml')
  await writeWordpressExport(file, { ...site, posts })
  return file
}

type GivenSite = Omit<WordpressExport, 'posts'>

export const readWordpress = async (posts: WordpressItem[], site?: GivenSite) =>
  readSource(await makeWordpressExport(posts, site))

/** Reads an export that has this post and no other. */
export const readWordpressPost = async (post: WordpressItem, site?: GivenSite) =>
  readOnlyPost(await makeWordpressExport([post], site))

/** An export as a text */
export async function wordpressText(posts: WordpressItem[]): Promise<string> {
  const parts: string[] = []
  for await (const part of wordpressExport({ posts })) parts.push(part)
  return parts.join('')
}
