import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { idParams } from '../../../core/contract/paging.ts'
import { rights } from '../../../core/contract/roles.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
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
import { readUnsaved } from '../../../features/posts/server/writing/read-unsaved.ts'
import { withText } from '../../../features/posts/server/writing/routes.ts'
import type { Renderer } from '../../../features/site/server/files/renderer.ts'

/** Shows a post as it will look on the site, published or not, saved or not. */
export function addPreviewRoutes(
  app: App,
  { db, sendPage, siteSource, renderer }: RouteDeps & { renderer: Renderer },
): void {
  route(app, postPreview, withText, async ({ body, session }) => {
    const view = await readUnsaved(db, session.user, body, viewOf)
    return { html: await renderer.render(view, await siteSource.read()) }
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
  const surroundings = await findSurroundings(db, post)
  const byline = await findByline(db, post.id)
  return { page: 'post', props: { post, byline, ...surroundings, isPreview: true } }
}
