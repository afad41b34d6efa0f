import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { disclosureRequest, disclosureResponse, ledgerResponse } from '../../contracts/disclosure.ts'
import type { GuestState } from '../../contracts/invites.ts'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import {
  idempotencyHeader,
  type Post,
  type PostRequest,
  post,
  postLimits,
  postMessages,
  postQuery,
  postRequest,
  postSummary,
  previewLink,
  previewLinksResponse,
  revision,
  revisionWithText,
  samplesResponse,
  savedPost,
  transcriptResponse,
} from '../../contracts/posts.ts'
import type { Queryable } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { computeDisclosure, listActions } from './disclosure.ts'
import { readHtml } from './markdown.ts'
import {
  findPost,
  findPostById,
  findPostRow,
  listPostSummaries,
  listPosts,
  streamPublicPosts,
  type Viewer,
} from './post-lists.ts'
import { toPost } from './post-rows.ts'
import { countPreviewLinks, createPreviewLink, revokePreviewLinks } from './preview-links.ts'
import { findRevision, listRevisions, readTranscript } from './revisions.ts'
import { countUntouchedSamples, removeUntouchedSamples, restoreRemovedSamples } from './samples.ts'
import { hasTooManyTags } from './sanitize.ts'
import { restoreRevision, savePost } from './save-post.ts'
import { restorePost, trashPost } from './trash.ts'

const recentPosts = 3
/** Bytes: a character of UTF-8 has up to four. */
const bodyLimit = 4 * postLimits.content + 64 * 1024

type GuestDeps = {
  /** The state of the guest posts among these, by post id. Passed in, because invites import posts. */
  findGuestStates: (db: Queryable, postIds: number[]) => Promise<Map<number, GuestState>>
}

export function addPostRoutes(app: App, { db, siteSource, findGuestStates }: RouteDeps & GuestDeps): void {
  const everyone = { audience: 'everyone', kind: 'call' } as const
  const admin = { audience: 'admin', kind: 'call' } as const

  app.get(
    paths.api.blog,
    {
      config: everyone,
      schema: {
        summary: 'List posts, newest first',
        description:
          'Visitors see published posts, up to 100 at once; admins all but the trash, or those of one `status`, in the order of `sort`.',
        querystring: postQuery,
        response: { 200: z.array(post) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-cache')
      const viewer = await viewerOf(request)
      if (viewer === 'visitor') {
        const { batches, ...page } = await streamPublicPosts(db, request.query)
        setPagingHeaders(request, reply, page)
        // Read before the response begins, so that a database that is away is still a 503.
        const first = await batches.next()
        const rest = writeList(first.value ?? [], batches)
        // The schema describes the whole list; here each post is checked by it as it is written.
        const stream: FastifyReply = reply
        return stream.type('application/json; charset=utf-8').send(Readable.from(rest))
      }
      const page = await listPosts(db, request.query, viewer)
      setPagingHeaders(request, reply, page)
      const guests = await findGuestStates(
        db,
        page.posts.map(({ id }) => id),
      )
      return page.posts.map((found) => ({ ...found, guest: guests.get(found.id) }))
    },
  )

  app.get(
    paths.api.recentPosts,
    {
      config: everyone,
      schema: { summary: 'The three newest published posts', response: { 200: z.array(postSummary) } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=0, s-maxage=60')
      return (await listPostSummaries(db, { limit: recentPosts }, 'visitor')).posts
    },
  )

  app.get(
    paths.api.post(':id'),
    {
      config: everyone,
      schema: {
        summary: 'One post by its slug; for admins by its id, too, with `by=id` by nothing else',
        params: z.object({ id: z.string() }),
        querystring: z.strictObject({ by: z.optional(z.literal('id')) }),
        response: { 200: post },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-cache')
      const slug = request.params.id
      const viewer = await viewerOf(request)
      const found = request.query.by === 'id' ? undefined : await findPost(db, slug, viewer)
      if (found) return found
      const number = rowId.safeParse(slug)
      return here(viewer === 'admin' && number.success ? await findPostById(db, number.data) : undefined)
    },
  )

  app.post(
    paths.api.blog,
    {
      config: admin,
      bodyLimit,
      schema: {
        summary: 'Save a post',
        description:
          'Without `id` it is created (201); an `Idempotency-Key` makes a repeated call the same post. With `id` and `version` that post is updated (200), or the answer is 409 with the current post (`current`).',
        body: postRequest,
        response: { 200: savedPost, 201: savedPost },
      },
    },
    async (request, reply) => {
      const { created, saved } = await save(request, request.body)
      return reply.code(created ? 201 : 200).send(saved)
    },
  )

  app.put(
    paths.api.post(':id'),
    {
      config: admin,
      bodyLimit,
      schema: {
        summary: 'Update a post',
        params: z.object({ id: rowId }),
        body: postRequest,
        response: { 200: savedPost },
      },
    },
    async (request) => (await save(request, { ...request.body, id: request.params.id })).saved,
  )

  app.delete(
    paths.api.post(':id'),
    {
      config: admin,
      schema: {
        summary: 'Put a post into the trash',
        description: 'It can be restored for 30 days.',
        params: z.object({ id: rowId }),
        response: { 200: post },
      },
    },
    async (request) => here(await trashPost(db, request.params.id)),
  )

  app.post(
    paths.api.restorePost(':id'),
    {
      config: admin,
      schema: {
        summary: 'Take a post out of the trash',
        params: z.object({ id: rowId }),
        response: { 200: post },
      },
    },
    async (request) => here(await restorePost(db, request.params.id)),
  )

  app.post(
    paths.api.disclosure,
    {
      config: admin,
      bodyLimit,
      schema: {
        summary: 'What readers would be told about AI in a post',
        description: 'What readers would see below the post if it were published now. Nothing is saved.',
        body: disclosureRequest,
        response: { 200: disclosureResponse },
      },
    },
    async (request) => {
      const { id, authorType, content, aiActions } = request.body
      const old = id === undefined ? undefined : here(await findPostRow(db, id))
      const read = hasTooManyTags(content) ? undefined : await readHtml(content)
      const text = { authorType, content: read?.outcome === 'read' ? read.html : '' }
      const { disclosure, fields } = await computeDisclosure(db, text, old, aiActions)
      return { disclosure, aiFields: fields ?? [] }
    },
  )

  app.get(
    paths.api.ledger(':id'),
    {
      config: admin,
      schema: {
        summary: 'What AI services were asked for a post, and who published it knowing that',
        params: z.object({ id: rowId }),
        response: { 200: ledgerResponse },
      },
    },
    async (request) => {
      const row = here(await findPostRow(db, request.params.id))
      const { disclosure, aiFields, reviewedAt } = toPost(row)
      return {
        ...{ disclosure, aiFields, reviewedAt },
        reviewedBy: row.disclosureReviewedBy ?? undefined,
        actions: await listActions(db, row.id),
      }
    },
  )

  app.get(
    paths.api.revisions(':id'),
    {
      config: admin,
      schema: {
        summary: 'The kept versions of a post, newest first',
        params: z.object({ id: rowId }),
        response: { 200: z.array(revision) },
      },
    },
    async (request) => {
      here(await findPostById(db, request.params.id))
      return listRevisions(db, request.params.id)
    },
  )

  app.get(
    paths.api.revision(':id', ':revisionId'),
    {
      config: admin,
      schema: {
        summary: 'One kept version with its text',
        params: z.object({ id: rowId, revisionId: rowId }),
        response: { 200: revisionWithText },
      },
    },
    async (request) => here(await findRevision(db, request.params.id, request.params.revisionId)),
  )

  app.post(
    paths.api.restoreRevision(':id', ':revisionId'),
    {
      config: admin,
      schema: {
        summary: 'Bring a kept version back as the newest one',
        params: z.object({ id: rowId, revisionId: rowId }),
        response: { 200: post },
      },
    },
    async (request) =>
      here(
        await restoreRevision(db, requireSession(request).user, request.params.id, request.params.revisionId),
      ),
  )

  app.get(
    paths.api.transcript(':id'),
    {
      config: admin,
      schema: {
        summary: 'What a post was made from',
        params: z.object({ id: rowId }),
        response: { 200: transcriptResponse },
      },
    },
    async (request) => {
      here(await findPostById(db, request.params.id))
      return { transcript: await readTranscript(db, request.params.id) }
    },
  )

  app.post(
    paths.api.previewLinks(':id'),
    {
      config: admin,
      schema: {
        summary: 'Create a link that shows a post to anyone who has it, for 14 days',
        params: z.object({ id: rowId }),
        response: { 201: previewLink },
      },
    },
    async (request, reply) => {
      const { token, expiresAt } = here(await createPreviewLink(db, request.params.id))
      const { publicUrl } = await siteSource.read()
      const url = new URL(paths.sharedPreview(token), publicUrl).href
      return reply.code(201).send({ url, expiresAt: expiresAt.toISOString() })
    },
  )

  app.get(
    paths.api.previewLinks(':id'),
    {
      config: admin,
      schema: {
        summary: 'How many such links to a post work',
        params: z.object({ id: rowId }),
        response: { 200: previewLinksResponse },
      },
    },
    async (request) => {
      here(await findPostRow(db, request.params.id))
      const { count, lastExpiresAt } = await countPreviewLinks(db, request.params.id)
      return { count, lastExpiresAt: lastExpiresAt?.toISOString() }
    },
  )

  app.delete(
    paths.api.previewLinks(':id'),
    {
      config: admin,
      schema: {
        summary: 'Turn off every such link to a post',
        params: z.object({ id: rowId }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await revokePreviewLinks(db, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    paths.api.samples,
    {
      config: admin,
      schema: {
        summary: 'The number of sample posts that no one has edited',
        response: { 200: samplesResponse },
      },
    },
    async () => ({ count: await countUntouchedSamples(db) }),
  )

  app.delete(
    paths.api.samples,
    {
      config: admin,
      schema: { summary: 'Put those sample posts into the trash', response: { 200: samplesResponse } },
    },
    async () => ({ count: await removeUntouchedSamples(db) }),
  )

  app.post(
    paths.api.samples,
    {
      config: admin,
      schema: { summary: 'Bring those sample posts back', response: { 200: samplesResponse } },
    },
    async () => ({ count: await restoreRemovedSamples(db) }),
  )

  async function save(request: FastifyRequest, call: PostRequest) {
    const key = request.headers[idempotencyHeader]
    const creationKey = typeof key === 'string' && key.length <= 200 ? key : undefined
    const result = await savePost(db, requireSession(request).user, call, { creationKey })
    switch (result.outcome) {
      case 'saved':
        return { created: result.created, saved: { ...result.post, lostText: result.lostText } }
      case 'invalid':
        throw new RequestProblem('bad-request', { detail: result.detail })
      case 'missing':
        throw new RequestProblem('not-found', { detail: 'This post has been permanently deleted.' })
      case 'stale':
        throw new RequestProblem('conflict', {
          detail: postMessages.stale,
          extensions: { current: result.current },
        })
    }
  }
}

/** A JSON array of posts, in the shape of the contract, one at a time. */
async function* writeList(first: Post[], rest: AsyncGenerator<Post[]>): AsyncGenerator<string> {
  let separator = '['
  async function* all() {
    yield* first
    for await (const batch of rest) yield* batch
  }
  for await (const one of all()) {
    yield `${separator}${JSON.stringify(z.parse(post, one))}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

async function viewerOf(request: FastifyRequest): Promise<Viewer> {
  await request.loadSession()
  return request.session ? 'admin' : 'visitor'
}

function here<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new RequestProblem('not-found')
  return found
}
