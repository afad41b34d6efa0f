import { correctFields } from '../../../core/contract/form-fields.ts'
import { rights } from '../../../core/contract/roles.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { sendRows } from '../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import { checkInvite, inviteCreate, inviteList, inviteResend, inviteRevoke } from '../contract/invites.ts'
import { changesRequest, commentCreate, commentDelete, reviewRead } from '../contract/reviews.ts'
import { addComment, deleteComment } from './comments.ts'
import { type MailingDeps, readMailing } from './invite-mails.ts'
import { listInvites, resendInvite, revokeInvite, type Sent, sendInvite } from './invites.ts'
import { findReview, requestChanges } from './review.ts'

/** The editor's endpoints: inviting guests and reviewing what they submit. */
export function addInviteRoutes(app: App, deps: RouteDeps & MailingDeps): void {
  const { db, connections } = deps
  const isByHand = () => sendsByHand(connections)
  const options = { audience: 'admin', role: rights.work } as const

  route(app, inviteCreate, { ...options, bodyLimit: 64 * 1024 }, async ({ body }) => {
    const checked = checkInvite(body)
    if (checked.ok) return toResponse(await sendInvite(db, checked.values, await readMailing(deps)))
    const errors = Object.entries(checked.errors).map(([field, error]) => `${field}: ${error}`)
    throw new RequestProblem('bad-request', {
      detail: `${correctFields} ${errors.join(' ')}`,
      extensions: { errors: checked.errors },
    })
  })

  route(app, inviteList, options, async (context) =>
    sendRows(context, await listInvites(db, context.query, await isByHand())),
  )

  route(app, inviteResend, options, async ({ params }) =>
    toResponse(orNotFound(await resendInvite(db, params.id, await readMailing(deps)))),
  )

  route(app, inviteRevoke, options, async ({ params }) => orNotFound(await revokeInvite(db, params.id)))

  route(app, reviewRead, options, async ({ params }) =>
    orNotFound(await findReview(db, params.id, await isByHand())),
  )

  route(app, commentCreate, options, async ({ params, body, session }) =>
    orNotFound(await addComment(db, params.id, body, session.user.username)),
  )

  route(app, commentDelete, options, async ({ params: { id, commentId }, session }) => {
    orNotFound(await deleteComment(db, session.user, id, commentId))
  })

  route(app, changesRequest, options, async ({ params: { id }, body: { message = '' } }) => {
    orNotFound(await findReview(db, id, await isByHand()))
    if (!(await requestChanges(db, id, message.trim(), await readMailing(deps))))
      throw new RequestProblem('conflict', {
        detail: 'This draft isn’t waiting for your review anymore. Reload the page.',
      })
    return orNotFound(await findReview(db, id, await isByHand()))
  })

  async function toResponse({ invite, url }: Sent) {
    const delivery = (await isByHand()) ? ('outbox' as const) : ('sent' as const)
    return { success: true as const, invite, inviteUrl: url, delivery }
  }
}
