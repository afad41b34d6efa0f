import { z } from 'zod/mini'
import { correctFields } from '../../contracts/form-fields.ts'
import {
  checkInvite,
  commentRequest,
  guestComment,
  invite,
  inviteLimits,
  inviteRequest,
  inviteResponse,
  review,
} from '../../contracts/invites.ts'
import { pageQuery, rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { orNotFound } from '../http/route.ts'
import { addComment, deleteComment } from './comments.ts'
import { type MailingDeps, readMailing } from './invite-mails.ts'
import { listInvites, resendInvite, revokeInvite, type Sent, sendInvite } from './invites.ts'
import { findReview, requestChanges } from './review.ts'

const params = z.object({ id: rowId })

/** The editor's calls: inviting, and working on what guests hand in. */
export function addInviteRoutes(app: App, deps: RouteDeps & MailingDeps): void {
  const { config, db } = deps
  const byHand = config.mail.smtpUrl === undefined
  const admin = { audience: 'admin', kind: 'call' } as const
  const answer = ({ invite, url }: Sent) => ({
    success: true as const,
    invite,
    inviteUrl: url,
    delivery: byHand ? ('outbox' as const) : ('sent' as const),
  })

  app.post(
    paths.api.authorInvite,
    {
      config: admin,
      bodyLimit: 64 * 1024,
      schema: {
        summary: 'Invite someone to write',
        description:
          'Returns the link, only this once. A second invitation to the same address about the same topic renews a pending one.',
        body: inviteRequest,
        response: { 201: inviteResponse },
      },
    },
    async (request, reply) => {
      const checked = checkInvite(request.body)
      if (!checked.ok)
        throw new RequestProblem('bad-request', {
          detail: `${correctFields} ${Object.entries(checked.errors)
            .map(([field, error]) => `${field}: ${error}`)
            .join(' ')}`,
          extensions: { errors: checked.errors },
        })
      return reply.code(201).send(answer(await sendInvite(db, checked.values, await readMailing(deps))))
    },
  )

  app.get(
    paths.api.authorInvites,
    {
      config: admin,
      schema: {
        summary: 'List the invitations, newest first',
        querystring: pageQuery,
        response: { 200: z.array(invite) },
      },
    },
    async (request, reply) => {
      const page = await listInvites(db, request.query, byHand)
      setPagingHeaders(request, reply, page)
      return page.invites
    },
  )

  app.get(
    paths.api.review(':id'),
    {
      config: admin,
      schema: {
        summary: 'One invitation with its draft and comments',
        params,
        response: { 200: review },
      },
    },
    async (request) => orNotFound(await findReview(db, request.params.id, byHand)),
  )

  app.post(
    paths.api.resendInvite(':id'),
    {
      config: admin,
      schema: {
        summary: 'Make a new link to the same invitation or writing page; older links stop working',
        params,
        response: { 200: inviteResponse },
      },
    },
    async (request) => answer(orNotFound(await resendInvite(db, request.params.id, await readMailing(deps)))),
  )

  app.post(
    paths.api.revokeInvite(':id'),
    {
      config: admin,
      schema: { summary: 'Turn off every link of an invitation', params, response: { 200: invite } },
    },
    async (request) => orNotFound(await revokeInvite(db, request.params.id)),
  )

  app.post(
    paths.api.guestComments(':id'),
    {
      config: admin,
      schema: {
        summary: "Comment on a paragraph of a guest's draft",
        description: '`quote` is how the paragraph begins, so that the comment finds it again.',
        params,
        body: commentRequest,
        response: { 201: guestComment },
      },
    },
    async (request, reply) => {
      const { user } = requireSession(request)
      const comment = await addComment(db, request.params.id, request.body, user.username)
      return reply.code(201).send(orNotFound(comment))
    },
  )

  app.delete(
    paths.api.guestComment(':id', ':commentId'),
    {
      config: admin,
      schema: {
        summary: 'Delete a comment',
        params: z.object({ id: rowId, commentId: rowId }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id, commentId } = request.params
      if (!(await deleteComment(db, id, commentId))) throw new RequestProblem('not-found')
      return reply.code(204).send(null)
    },
  )

  app.post(
    paths.api.requestChanges(':id'),
    {
      config: admin,
      schema: {
        summary: 'Ask the guest for changes to a submitted draft',
        description: 'The guest gets an email, with the message if there is one.',
        params,
        body: z.strictObject({
          message: z.optional(z.string().check(z.maxLength(inviteLimits.customMessage))),
        }),
        response: { 200: review },
      },
    },
    async (request) => {
      const { id } = request.params
      orNotFound(await findReview(db, id, byHand))
      const message = (request.body.message ?? '').trim()
      if (!(await requestChanges(db, id, message, await readMailing(deps))))
        throw new RequestProblem('conflict', {
          detail: 'This draft isn’t waiting for your review anymore. Reload the page.',
        })
      return orNotFound(await findReview(db, id, byHand))
    },
  )
}
