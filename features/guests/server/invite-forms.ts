import { z } from 'zod/mini'
import { correctFields } from '../../../core/contract/form-fields.ts'
import { rowId } from '../../../core/contract/paging.ts'
import { paths } from '../../../core/contract/paths.ts'
import { rights } from '../../../core/contract/roles.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { type FormPage, plainForm } from '../../../core/server/http/plain-form.ts'
import { orNotFound } from '../../../core/server/http/route.ts'
import { simplePostMessages } from '../../posts/contract/post-form.ts'
import { listTopics } from '../../site/server/settings/topics.ts'
import {
  checkInvite,
  type InviteValues,
  inviteFields,
  inviteMessages,
  inviteRequest,
} from '../contract/invites.ts'
import type { AuthorsTabProps } from '../web/admin-simple/authors-tab.tsx'
import { type MailingDeps, nameOf, readMailing } from './invite-mails.ts'
import { listInvites, resendInvite, revokeInvite, type Sent, sendInvite } from './invites.ts'
import { findReview } from './review.ts'

const invitesPerPage = 50

const authorsForm = z.extend(inviteRequest, {
  action: z.optional(z.enum(['send', 'resend', 'revoke'])),
  id: z.optional(rowId),
  /** Set once the user has confirmed that the invitation should be revoked */
  sure: z.optional(z.literal('yes')),
})

type Shown = Pick<AuthorsTabProps, 'values' | 'problem' | 'sent' | 'asked' | 'done'>

/**
 * The forms of the authors tab in the simple admin (the admin without JavaScript). A new link is shown in the response
 * and nowhere else.
 */
export function addSimpleInviteForms(app: App, deps: RouteDeps & MailingDeps): void {
  const { db, connections } = deps

  pageRoute(
    app,
    paths.adminSimpleAuthors,
    { audience: 'admin', role: rights.work },
    async (_request, reply) => reply.redirect(paths.adminSimpleTab('authors'), 303),
  )

  plainForm(app, deps, paths.adminSimpleAuthors, {
    audience: 'admin',
    role: rights.work,
    bodyLimit: 64 * 1024,
    body: authorsForm,
    async run(request) {
      const { action = 'send', id, sure, ...typed } = request.body
      switch (action) {
        case 'send': {
          const checked = checkInvite(typed)
          if (!checked.ok) {
            const problem = { message: `${inviteMessages.failed} ${correctFields}`, errors: checked.errors }
            return { status: 422, shown: { values: toValues(typed), problem } }
          }
          return showLink(await sendInvite(db, checked.values, await readMailing(deps)))
        }
        case 'resend':
          return showLink(orNotFound(await resendInvite(db, orNotFound(id), await readMailing(deps))))
        case 'revoke': {
          if (!sure) {
            const { invite } = orNotFound(
              await findReview(db, orNotFound(id), await sendsByHand(connections)),
            )
            return { status: 200, shown: { asked: { id: invite.id, name: nameOf(invite) } } }
          }
          const revoked = orNotFound(await revokeInvite(db, orNotFound(id)))
          return { status: 200, shown: { done: `Invitation canceled: ${nameOf(revoked)}` } }
        }
      }
    },
    onRefused({ action = 'send', ...typed }, reason) {
      if (action !== 'send') return undefined
      const signedOut = reason === 'signed-out'
      const advice = signedOut ? simplePostMessages.signedOut : simplePostMessages.unreachable
      return { values: toValues(typed), problem: { message: inviteMessages.failed, advice, signedOut } }
    },
    async view(shown: Shown, _body, { session }) {
      const list = session && (await readAuthorsTab(deps, undefined))
      return {
        page: 'adminSimple',
        props: { tab: 'authors', user: session?.user, ...(list && { list }), ...shown },
      }
    },
  })

  async function showLink({ invite, url }: Sent): Promise<FormPage<Shown>> {
    const delivery = (await sendsByHand(connections)) ? 'outbox' : 'sent'
    return { status: 200, shown: { sent: { name: nameOf(invite), url, delivery } } }
  }
}

/** Reads one page of invitations, and the topics to suggest, for the authors tab. */
export async function readAuthorsTab(
  { db, connections }: RouteDeps,
  cursor: number | undefined,
): Promise<NonNullable<AuthorsTabProps['list']>> {
  const [{ rows: invites, ...page }, topics] = await Promise.all([
    listInvites(db, { limit: invitesPerPage, cursor }, await sendsByHand(connections)),
    listTopics(db),
  ])
  return { invites, ...page, topics, isFirstPage: cursor === undefined }
}

function toValues(typed: z.infer<typeof inviteRequest>): InviteValues {
  return Object.fromEntries(inviteFields.map((name) => [name, String(typed[name] ?? '')])) as InviteValues
}
