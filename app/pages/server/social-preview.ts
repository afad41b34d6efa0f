import * as z from 'zod/mini'
import { paths } from '../../../core/contract/paths.ts'
import { rights } from '../../../core/contract/roles.ts'
import type { Site } from '../../../core/contract/site.ts'
import { type DrawingStyle, draw, isDrawable } from '../../../core/server/drawings/draw.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import type { MediaStore } from '../../../features/media/server/store.ts'
import { postKinds } from '../../../features/posts/contract/post-kinds.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { type Post, postLimits } from '../../../features/posts/contract/posts.ts'
import { readDrawingStyle } from '../../../features/site/server/look/drawing-style.ts'

const query = z.strictObject({
  kind: z._default(z.enum(postKinds), 'post'),
  title: z._default(z.string().check(z.maxLength(postLimits.title)), ''),
  author: z._default(z.string().check(z.maxLength(postLimits.author)), ''),
})

/** Draws the picture that social networks will show of a post, for the post's form. */
export function addSocialPreview(
  app: App,
  { siteSource, media }: Pick<RouteDeps, 'siteSource'> & { media: MediaStore },
): void {
  const access = { audience: 'admin', role: rights.work, kind: 'file' } as const
  pageRoute(app, postPaths.socialPreview, { ...access, query }, async (request, reply) => {
    const site = await siteSource.read()
    const body = await drawPost(request.query, site, () => readDrawingStyle(site.look, media))
    return body ? reply.type('image/png').send(body) : reply.redirect(paths.socialPicture)
  })
}

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
