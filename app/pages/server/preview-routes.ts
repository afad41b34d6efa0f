import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { idParams } from '../../../core/contract/paging.ts'
import { rights } from '../../../core/contract/roles.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { findByline } from '../../../features/guests/server/authors.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { findPostById } from '../../../features/posts/server/reading/find-post.ts'
import { findSurroundings } from '../../../features/posts/server/reading/public-posts.ts'
import { findPreviewedPostId } from '../../../features/posts/server/writing/preview-links.ts'

/** Shows a post as it will look on the site, published or not. */
export function addPreviewRoutes(app: App, { db, sendPage }: RouteDeps): void {
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
    if (post.kind === 'page')
      return sendPage(reply, { page: 'ownPage', props: { page: post, isPreview: true } })
    const [surroundings, byline] = await Promise.all([findSurroundings(db, post), findByline(db, post.id)])
    return sendPage(reply, { page: 'post', props: { post, byline, ...surroundings, isPreview: true } })
  }
}
