import { Readable } from 'node:stream'
import type { SQL } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { rowId } from '../../../../core/contract/paging.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { sendRows, setPagingHeaders } from '../../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import type { GuestState } from '../../contract/post-guest.ts'
import { type Post, postList, postRead, recentPostList, visitorPost } from '../../contract/posts.ts'
import { findPost, findPostById } from './find-post.ts'
import { listPostSummaries, listPosts, streamPublicPosts, type Viewer } from './list-posts.ts'

const recentPosts = 3

type ReadingDeps = RouteDeps & {
  /** Finds the invitation status of guests' posts by post id. Passed in, like the next one, because invites import posts. */
  findGuestStates: (db: Queryable, postIds: number[]) => Promise<Map<number, GuestState>>
  inReview: SQL
}

/** Routes that list and read posts. Visitors see public posts only, admins all posts. */
export function addPostReadingRoutes(app: App, { db, findGuestStates, inReview }: ReadingDeps): void {
  const everyone = { audience: 'everyone' } as const

  route(app, postList, { ...everyone, scope: 'read-posts' }, async ({ query, request, reply }) => {
    reply.header('cache-control', 'private, no-cache')
    if ((await viewerOf(request)) === 'visitor') {
      const { batches, ...page } = await streamPublicPosts(db, query)
      setPagingHeaders(request, reply, page)
      return sendBatches(reply, batches)
    }
    const posts = sendRows({ request, reply }, await listPosts(db, query, inReview))
    const guests = await findGuestStates(
      db,
      posts.map(({ id }) => id),
    )
    return posts.map((found) => ({ ...found, guest: guests.get(found.id) }))
  })

  route(app, recentPostList, everyone, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=0, s-maxage=60')
    return (await listPostSummaries(db, { limit: recentPosts }, 'visitor')).rows
  })

  route(
    app,
    postRead,
    { ...everyone, scope: 'read-posts' },
    async ({ params: { id: slug }, query, request, reply }) => {
      reply.header('cache-control', 'private, no-cache')
      const viewer = await viewerOf(request)
      const kind = viewer === 'admin' ? undefined : 'post'
      const found = query.by === 'id' ? undefined : await findPost(db, slug, viewer, kind)
      if (found) return viewer === 'admin' ? found : z.parse(visitorPost, found)
      const id = rowId.safeParse(slug)
      return orNotFound(viewer === 'admin' && id.success && (await findPostById(db, id.data)))
    },
  )
}

async function viewerOf(request: FastifyRequest): Promise<Viewer> {
  await request.loadSession()
  return request.session ? 'admin' : 'visitor'
}

/**
 * Streams a JSON array in batches, so that a slow client does not keep all posts in memory. Each post is checked
 * against the contract here, because Fastify does not check streamed responses.
 */
async function sendBatches(reply: FastifyReply, batches: AsyncGenerator<Post[]>): Promise<FastifyReply> {
  // The first batch is read before the response begins, so that a database outage still gets status 503.
  const first = await batches.next()
  async function* write() {
    let separator = '['
    for (let posts = first.value; posts; posts = (await batches.next()).value)
      for (const found of posts) {
        yield `${separator}${JSON.stringify(z.parse(visitorPost, found))}`
        separator = ','
      }
    yield separator === '[' ? '[]' : ']'
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(write()))
}
