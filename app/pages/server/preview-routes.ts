import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { idParams } from '../../../core/contract/paging.ts'
import { rights } from '../../../core/contract/roles.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { tryOut } from '../../../core/server/db/try-out.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { route } from '../../../core/server/http/route.ts'
import type { View } from '../../../core/web/page.ts'
import { findByline } from '../../../features/guests/server/authors.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { type Post, postPreview } from '../../../features/posts/contract/posts.ts'
import { findPostById } from '../../../features/posts/server/reading/find-post.ts'
import { findSurroundings } from '../../../features/posts/server/reading/public-posts.ts'
import { findPreviewedPostId } from '../../../features/posts/server/writing/preview-links.ts'
import { withText } from '../../../features/posts/server/writing/routes.ts'
import { savePost } from '../../../features/posts/server/writing/save-post.ts'
import type { Renderer } from '../../../features/site/server/files/renderer.ts'

/** Shows a post as it will look on the site, published or not, saved or not. */
export function addPreviewRoutes(
  app: App,
  { db, sendPage, siteSource, renderer }: RouteDeps & { renderer: Renderer },
): void {
  route(app, postPreview, withText, async ({ body, session }) => {
    // Saved and rolled back, so that the preview has everything that a save adds, checks, and removes.
    const shown = await tryOut(db, async (tx) => {
      const result = await savePost(tx, session.user, { ...body, isPublished: undefined })
      if (result.outcome === 'saved') return { view: await viewOf(tx, result.post) }
      return { detail: 'detail' in result ? result.detail : undefined }
    })
    if (shown.view) return { html: await renderer.render(shown.view, await siteSource.read()) }
    throw new RequestProblem('not-accepted', {
      detail:
        shown.detail ?? 'Someone else has changed this post. Save yours first, then look at the preview.',
    })
  })

  const params = z.object({ token: z.string() })
  pageRoute(
    app,
    postPaths.sharedPreview(':token'),
    { audience: 'everyone', params },
    async (request, reply) => {
      // The token in the address must not be passed on to other sites or search engines.
      reply.header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex')
      return showPreview(reply, await findPreviewedPostId(db, request.params.token))
    },
  )

  pageRoute(
    app,
    postPaths.preview(':id'),
    { audience: 'admin', role: rights.work, params: idParams },
    async (request, reply) => showPreview(reply, request.params.id),
  )

  async function showPreview(reply: FastifyReply, postId: number | undefined) {
    const post = postId === undefined ? undefined : await findPostById(db, postId)
    if (!post) throw new RequestProblem('not-found')
    return sendPage(reply, await viewOf(db, post))
  }
}

async function viewOf(db: Queryable, post: Post): Promise<View> {
  if (post.kind === 'page') return { page: 'ownPage', props: { page: post, isPreview: true } }
  const [surroundings, byline] = await Promise.all([findSurroundings(db, post), findByline(db, post.id)])
  return { page: 'post', props: { post, byline, ...surroundings, isPreview: true } }
}
