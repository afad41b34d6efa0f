import type { Post } from '../../contracts/posts.ts'
import type { Site } from '../../contracts/site.ts'
import { type DrawingStyle, draw, isDrawable } from '../drawings/draw.ts'

/**
 * Draws the picture of a post for social networks as a PNG. Returns undefined if the fonts of drawings lack a character
 * of the title; such posts have the site's picture.
 */
export async function drawPost(
  { kind, title, author }: Pick<Post, 'kind' | 'title' | 'author'>,
  { name }: Site,
  readStyle: () => Promise<DrawingStyle>,
): Promise<Buffer | undefined> {
  if (!isDrawable(title)) return undefined
  const byline = kind === 'post' ? author : ''
  return draw({ kind: 'post', title, author: byline, siteName: name, style: await readStyle() })
}
