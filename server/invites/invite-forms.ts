import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { correctFields } from '../../contracts/form-fields.ts'
import { checkInvite, inviteFields, inviteMessages } from '../../contracts/invites.ts'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { simplePostMessages as words } from '../../contracts/post-form.ts'
import type { AuthorsTabProps } from '../../web/admin-simple/authors-tab.tsx'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import type { Refused } from '../http/guards/route-access.ts'
import { listTopics } from '../settings/topics.ts'
import { type MailingDeps, nameOf, readMailing } from './invite-mails.ts'
import { listInvites, resendInvite, revokeInvite, type Sent, sendInvite } from './invites.ts'
import { findReview } from './review.ts'

const invitesPerPage = 50

const formFields = z.object(
  Object.fromEntries(inviteFields.map((field) => [field, z.optional(z.string())])) as Record<
    (typeof inviteFields)[number],
    z.ZodMiniOptional<z.ZodMiniString>
  >,
)
const authorsForm = z.extend(formFields, {
  action: z.optional(z.enum(['send', 'resend', 'revoke'])),
  id: z.optional(rowId),
  /** The person was asked whether to revoke. */
  sure: z.optional(z.literal('yes')),
})

/** The forms of the simple admin's authors tab. A new link is on the page that answers, and nowhere else. */
export function addSimpleInviteForms(app: App, deps: RouteDeps & MailingDeps): void {
  const { config, db, sendPage } = deps
  const byHand = config.mail.smtpUrl === undefined

  app.get(
    paths.adminSimpleAuthors,
    { config: { audience: 'admin', kind: 'page' }, schema: { hide: true } },
    async (_request, reply) => reply.redirect(paths.adminSimpleTab('authors'), 303),
  )

  app.post(
    paths.adminSimpleAuthors,
    {
      config: { audience: 'admin', kind: 'form', whenRefused },
      bodyLimit: 64 * 1024,
      schema: { hide: true, body: authorsForm },
    },
    async (request, reply) => {
      const { action = 'send', id, sure, ...typed } = request.body
      switch (action) {
        case 'send': {
          const checked = checkInvite(typed)
          if (!checked.ok) {
            return show(request, reply, 422, {
              values: valuesOf(typed),
              problem: { message: `${inviteMessages.failed} ${correctFields}`, errors: checked.errors },
            })
          }
          return showLink(request, reply, await sendInvite(db, checked.values, await readMailing(deps)))
        }
        case 'resend':
          return showLink(request, reply, here(id && (await resendInvite(db, id, await readMailing(deps)))))
        case 'revoke': {
          if (!sure) {
            const { invite } = here(id && (await findReview(db, id, byHand)))
            return show(request, reply, 200, { asked: { id: invite.id, name: nameOf(invite) } })
          }
          const revoked = here(id && (await revokeInvite(db, id)))
          return show(request, reply, 200, { done: `Invitation canceled: ${nameOf(revoked)}` })
        }
      }
    },
  )

  /** Somebody who is turned away keeps what they typed. */
  async function whenRefused(request: FastifyRequest, reply: FastifyReply, why: Refused) {
    const form = authorsForm.safeParse(request.body)
    const isSending = form.success && (form.data.action ?? 'send') === 'send'
    if (!isSending) throw new RequestProblem(why === 'unavailable' ? 'unavailable' : 'sign-in-required')
    const away = why === 'unavailable'
    if (away) reply.header('retry-after', 5)
    const problem = { message: inviteMessages.failed, advice: away ? words.unreachable : words.signedOut }
    const props = {
      tab: 'authors',
      username: undefined,
      values: valuesOf(form.data),
      problem: { ...problem, signedOut: !away },
    } as const
    return sendPage(reply, { page: 'adminSimple', props }, away ? 503 : 401)
  }

  function showLink(request: FastifyRequest, reply: FastifyReply, { invite, url }: Sent) {
    const delivery = byHand ? 'outbox' : 'sent'
    return show(request, reply, 200, { sent: { name: nameOf(invite), url, delivery } })
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    outcome: Pick<AuthorsTabProps, 'values' | 'problem' | 'sent' | 'asked' | 'done'>,
  ) {
    const list = await readAuthorsTab(deps, undefined)
    const username = request.session?.user.username
    const props = { tab: 'authors', username, list, ...outcome } as const
    return sendPage(reply, { page: 'adminSimple', props }, status)
  }
}

/** What the authors tab lists. */
export async function readAuthorsTab(
  { config, db }: RouteDeps,
  cursor: number | undefined,
): Promise<NonNullable<AuthorsTabProps['list']>> {
  const [page, topics] = await Promise.all([
    listInvites(db, { limit: invitesPerPage, cursor }, config.mail.smtpUrl === undefined),
    listTopics(db),
  ])
  return { ...page, topics, isFirstPage: cursor === undefined }
}

function valuesOf(typed: z.infer<typeof formFields>) {
  const values = { email: '', name: '', suggestedTopic: '', customMessage: '', dueDate: '', answerDays: '' }
  for (const field of inviteFields) values[field] = typed[field] ?? ''
  return values
}

function here<Found>(found: Found | 0 | undefined): Found {
  if (!found) throw new RequestProblem('not-found')
  return found
}
