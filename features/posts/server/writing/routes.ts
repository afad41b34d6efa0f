import type { FastifyRequest } from 'fastify'
import { rights } from '../../../../core/contract/roles.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import { disclosurePreview, ledgerRead } from '../../contract/disclosure.ts'
import { postPaths } from '../../contract/post-paths.ts'
import {
  idempotencyHeader,
  type PostRequest,
  postLimits,
  postMessages,
  postRestore,
  postSave,
  postTrash,
  postUpdate,
  transcriptRead,
} from '../../contract/posts.ts'
import { previewLinkCreate, previewLinksRead, previewLinksRevoke } from '../../contract/preview-links.ts'
import { revisionList, revisionRead, revisionRestore } from '../../contract/revisions.ts'
import { samplesRead, samplesRemove, samplesRestore } from '../../contract/samples.ts'
import { computeDisclosure, findReviewer, listActions } from '../disclosure.ts'
import { toPost } from '../post-rows.ts'
import { findPostRow } from '../reading/find-post.ts'
import { readHtml } from '../rendering/read-text.ts'
import { hasTooManyTags } from '../rendering/sanitize.ts'
import { countUntouchedSamples, removeUntouchedSamples, restoreRemovedSamples } from '../samples/samples.ts'
import { type Editor, requirePostRight } from './editor.ts'
import { countPreviewLinks, createPreviewLink, revokePreviewLinks } from './preview-links.ts'
import { findRevision, listRevisions, readTranscript } from './revisions.ts'
import { restoreRevision, savePost } from './save-post.ts'
import { restorePost, trashPost } from './trash.ts'

const admin = { audience: 'admin', role: rights.work } as const
/** Bytes; a character has up to four in UTF-8. */
export const withText = { ...admin, bodyLimit: 4 * postLimits.content + 64 * 1024 }

/** Routes for writing posts: saves, revisions, the disclosure, preview links, and sample posts. */
export function addPostWritingRoutes(app: App, deps: RouteDeps): void {
  addSaveRoutes(app, deps)
  addRevisionRoutes(app, deps)
  addDisclosureRoutes(app, deps)
  addPreviewLinkRoutes(app, deps)
  addSampleRoutes(app, deps)
}

function addSaveRoutes(app: App, { db }: RouteDeps): void {
  route(app, postSave, { ...withText, scope: 'write-drafts' }, async ({ body, session, request, reply }) => {
    const { created, saved } = await save(request, session.user, body)
    reply.code(created ? 201 : 200)
    return saved
  })

  route(
    app,
    postUpdate,
    { ...withText, scope: 'write-drafts' },
    async ({ params, body, session, request }) =>
      (await save(request, session.user, { ...body, id: params.id })).saved,
  )

  async function save(request: FastifyRequest, editor: Editor, post: PostRequest) {
    const key = request.headers[idempotencyHeader]
    const creationKey = typeof key === 'string' && key.length <= 200 ? key : undefined
    const result = await savePost(db, editor, post, { creationKey })
    switch (result.outcome) {
      case 'saved':
        return { created: result.created, saved: { ...result.post, lostText: result.lostText } }
      case 'invalid':
        throw new RequestProblem(result.field === 'slug' ? 'address-refused' : 'bad-request', {
          detail: result.detail,
        })
      case 'forbidden':
        throw new RequestProblem('role-too-low', { detail: result.detail })
      case 'missing':
        throw new RequestProblem('not-found', { detail: 'This post has been permanently deleted.' })
      case 'stale': {
        const { current } = result
        throw new RequestProblem('conflict', {
          detail: postMessages.stale(current.kind),
          extensions: { current },
        })
      }
    }
  }

  route(app, postTrash, admin, async ({ params, session }) =>
    orNotFound(await trashPost(db, session.user, params.id)),
  )
  route(app, postRestore, admin, async ({ params, session }) =>
    orNotFound(await restorePost(db, session.user, params.id)),
  )
}

function addRevisionRoutes(app: App, { db }: RouteDeps): void {
  route(app, revisionList, { ...admin, scope: 'read-posts' }, async ({ params: { id } }) => {
    orNotFound(await findPostRow(db, id))
    return listRevisions(db, id)
  })

  route(app, revisionRead, { ...admin, scope: 'read-posts' }, async ({ params: { id, revisionId } }) =>
    orNotFound(await findRevision(db, id, revisionId)),
  )

  route(app, revisionRestore, admin, async ({ params: { id, revisionId }, session }) =>
    orNotFound(await restoreRevision(db, session.user, id, revisionId)),
  )

  route(app, transcriptRead, admin, async ({ params: { id } }) => {
    orNotFound(await findPostRow(db, id))
    return { transcript: await readTranscript(db, id) }
  })
}

function addDisclosureRoutes(app: App, { db }: RouteDeps): void {
  route(app, disclosurePreview, withText, async ({ body: { id, authorType, title, content, aiActions } }) => {
    const old = id === undefined ? undefined : orNotFound(await findPostRow(db, id))
    const read = hasTooManyTags(content) ? undefined : await readHtml(content)
    const text = { authorType, title, content: read?.outcome === 'read' ? read.html : '' }
    const { disclosure, fields, changesAi } = await computeDisclosure(db, text, old, aiActions)
    return { disclosure, aiFields: fields ?? [], changesAi }
  })

  route(app, ledgerRead, admin, async ({ params }) => {
    const row = orNotFound(await findPostRow(db, params.id))
    const { disclosure, aiFields, reviewedAt } = toPost(row)
    const [reviewedBy, actions] = await Promise.all([findReviewer(db, row.id), listActions(db, row.id)])
    return { disclosure, aiFields, reviewedAt, reviewedBy, actions }
  })
}

function addPreviewLinkRoutes(app: App, { db, siteSource }: RouteDeps): void {
  route(app, previewLinkCreate, admin, async ({ params, session }) => {
    requirePostRight('share', session.user, orNotFound(await findPostRow(db, params.id)))
    const { token, expiresAt } = orNotFound(await createPreviewLink(db, session.user, params.id))
    const { publicUrl } = await siteSource.read()
    return {
      url: new URL(postPaths.sharedPreview(token), publicUrl).href,
      expiresAt: expiresAt.toISOString(),
    }
  })

  route(app, previewLinksRead, admin, async ({ params: { id } }) => {
    orNotFound(await findPostRow(db, id))
    const { count, lastExpiresAt } = await countPreviewLinks(db, id)
    return { count, lastExpiresAt: lastExpiresAt?.toISOString() }
  })

  route(app, previewLinksRevoke, admin, async ({ params, session }) => {
    requirePostRight('share', session.user, orNotFound(await findPostRow(db, params.id)))
    await revokePreviewLinks(db, params.id)
  })
}

function addSampleRoutes(app: App, { db }: RouteDeps): void {
  const publishers = { audience: 'admin', role: rights.publish } as const
  route(app, samplesRead, publishers, async () => ({ count: await countUntouchedSamples(db) }))
  route(app, samplesRemove, publishers, async ({ session }) => ({
    count: await removeUntouchedSamples(db, session.user),
  }))
  route(app, samplesRestore, publishers, async ({ session }) => ({
    count: await restoreRemovedSamples(db, session.user),
  }))
}
