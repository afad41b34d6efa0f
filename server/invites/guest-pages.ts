import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { invalidEmail, isEmailAddress } from '../../contracts/email.ts'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { createVisitorLimit } from '../http/limits/visitor-limit.ts'
import { newToken } from '../http/tokens.ts'
import { type MailingDeps, readMailing } from './invite-mails.ts'
import { acceptInvite, askForLink, declineInvite, findInvitation } from './invites.ts'
import { requestLostLink } from './lost-link.ts'
import { findRoom } from './writing-room.ts'
import { findRememberedRoom, rememberRoom } from './writing-room-cookie.ts'

/** New links that one visitor may ask for; more is not a person who has lost one. */
const askingLimit = { max: 20, minutes: 10 }

const params = z.object({ token: z.string() })
const answerKey = z.optional(z.string().check(z.regex(/^[\w-]{43}$/)))

/** What guests open: the invitation, the writing room, and the way back to a lost link. All plain pages and forms. */
export function addGuestPages(app: App, deps: RouteDeps & MailingDeps): void {
  const { config, db, sendPage } = deps
  const byEmail = config.mail.smtpUrl !== undefined
  const page = { audience: 'guest', kind: 'page' } as const
  const form = { audience: 'guest', kind: 'form' } as const
  const secondsToWait = createVisitorLimit(app, askingLimit)

  app.get(
    paths.invitation(':token'),
    { config: page, schema: { hide: true, params } },
    async (request, reply) => showInvitation(request, reply),
  )

  app.post(
    paths.invitation(':token'),
    {
      config: form,
      schema: {
        hide: true,
        params,
        body: z.object({ answer: z.enum(['accept', 'decline', 'ask']), answerKey }),
      },
    },
    async (request, reply) => {
      const { token } = request.params
      switch (request.body.answer) {
        case 'accept': {
          const room = await acceptInvite(db, token, request.body.answerKey, await readMailing(deps))
          if (room === undefined) return showInvitation(request, reply)
          return reply.redirect(paths.newWritingRoom(room), 303)
        }
        case 'decline':
          if (!(await declineInvite(db, token, await readMailing(deps))))
            return showInvitation(request, reply)
          return sendPage(reply, { page: 'invitation', props: { state: 'declined-now' } })
        case 'ask':
          await refuseTooMany(request)
          await askForLink(db, { token }, await readMailing(deps))
          return sendPage(reply, { page: 'lostLink', props: { asked: true, byEmail } })
      }
    },
  )

  app.get(
    paths.writingRoom(':token'),
    { config: page, schema: { hide: true, params, querystring: z.object({ new: z.optional(z.string()) }) } },
    async (request, reply) => {
      const { token } = request.params
      const found = await findRoom(db, token)
      if (found.state === 'open') {
        const { room } = found
        rememberRoom(reply, config.https, room.id, token)
        const isNew = request.query.new !== undefined
        return sendPage(reply, { page: 'writingRoom', props: { token, room, byEmail, isNew } })
      }
      return sendPage(
        reply,
        { page: 'invitation', props: { state: found.state } },
        found.state === 'unknown' ? 404 : 410,
      )
    },
  )

  app.get(
    paths.lostLink,
    { config: { audience: 'everyone', kind: 'page' }, schema: { hide: true } },
    async (_request, reply) => sendPage(reply, { page: 'lostLink', props: { asked: false, byEmail } }),
  )

  app.post(
    paths.lostLink,
    {
      config: { audience: 'everyone', kind: 'form' },
      schema: { hide: true, body: z.object({ email: z.optional(z.string()) }) },
    },
    async (request, reply) => {
      await refuseTooMany(request)
      const email = (request.body.email ?? '').trim()
      if (!isEmailAddress(email))
        return sendPage(
          reply,
          {
            page: 'lostLink',
            props: {
              asked: false,
              byEmail,
              email,
              error: invalidEmail,
            },
          },
          422,
        )
      // The same response, after the same work, for an address that we know and one that we don't.
      await requestLostLink(db, email)
      return sendPage(reply, { page: 'lostLink', props: { asked: true, byEmail } })
    },
  )

  async function showInvitation(request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) {
    const { token } = request.params
    const invite = await findInvitation(db, token)
    if (!invite) return sendPage(reply, { page: 'invitation', props: { state: 'unknown' } }, 404)
    switch (invite.status) {
      case 'pending':
        return sendPage(reply, {
          page: 'invitation',
          props: { state: 'open', token, invite, answerKey: newToken() },
        })
      case 'declined':
      case 'expired':
      case 'revoked':
        return sendPage(reply, { page: 'invitation', props: { state: invite.status, token } }, 410)
      case 'accepted':
      case 'submitted':
      case 'changes_requested':
      case 'published': {
        const room = await findRememberedRoom(db, request, config.https, invite.id)
        if (room !== undefined) return reply.redirect(paths.writingRoom(room), 303)
        return sendPage(reply, { page: 'invitation', props: { state: 'answered', token } }, 410)
      }
    }
  }

  async function refuseTooMany(request: FastifyRequest): Promise<void> {
    const wait = await secondsToWait(request)
    if (wait) throw new RequestProblem('too-many-requests', { retryAfterSeconds: wait })
  }
}
