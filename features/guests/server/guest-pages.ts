import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { invalidEmail, isEmailAddress } from '../../../core/contract/email.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { createVisitorGuard } from '../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { type FormPage, plainForm } from '../../../core/server/http/plain-form.ts'
import { newToken } from '../../../core/server/http/tokens.ts'
import type { View } from '../../../core/web/page.ts'
import { guestPaths } from '../contract/guest-paths.ts'
import { type MailingDeps, readMailing } from './invite-mails.ts'
import { acceptInvite, askForLink, declineInvite, findInvitation } from './invites.ts'
import { requestLostLink } from './lost-link.ts'
import { findRoom } from './writing-room.ts'

type Deps = RouteDeps & MailingDeps

/** Far more requests for a new link than one visitor makes */
const requestLimit = { max: 20, minutes: 10 }

const params = z.object({ token: z.string() })
const answerKey = z.optional(z.string().check(z.regex(/^[\w-]{43}$/)))

/** The pages of guests: the invitation, the writing room (where they write), and the form to request a new link. */
export function addGuestPages(app: App, deps: Deps): void {
  const refuseTooMany = createVisitorGuard(app, requestLimit)
  addInvitationPage(app, deps, refuseTooMany)
  addWritingRoomPage(app, deps)
  addLostLinkPage(app, deps, refuseTooMany)
}

type Guard = ReturnType<typeof createVisitorGuard>

function addInvitationPage(app: App, deps: Deps, refuseTooMany: Guard): void {
  const { config, db, sendPage } = deps
  const path = guestPaths.invitation(':token')

  pageRoute(app, path, { audience: 'guest', params }, async (request, reply) => {
    const shown = await showInvitation(request, request.params.token)
    if (typeof shown === 'string') return reply.redirect(shown, 303)
    return sendPage(reply, shown.shown, shown.status)
  })

  plainForm(app, deps, path, {
    audience: 'guest',
    params,
    body: z.object({ answer: z.enum(['accept', 'decline', 'ask']), answerKey }),
    async run(request) {
      const { token } = request.params
      const { answer, answerKey } = request.body
      switch (answer) {
        case 'accept': {
          const room = await acceptInvite(db, token, answerKey, await readMailing(deps))
          return room === undefined ? showInvitation(request, token) : guestPaths.newWritingRoom(room)
        }
        case 'decline': {
          const isDeclined = await declineInvite(db, token, await readMailing(deps))
          return isDeclined ? pageOf({ state: 'declined-now' }) : showInvitation(request, token)
        }
        case 'ask':
          await refuseTooMany(request)
          await askForLink(db, { token }, await readMailing(deps))
          return { status: 200, shown: await lostLinkPage(deps, { asked: true }) }
      }
    },
    view: (shown: View) => shown,
  })

  async function showInvitation(request: FastifyRequest, token: string): Promise<string | FormPage<View>> {
    const invite = await findInvitation(db, token)
    if (!invite) return pageOf({ state: 'unknown' }, 404)
    switch (invite.status) {
      case 'pending':
        return pageOf({ state: 'open', token, invite, answerKey: newToken() })
      case 'declined':
      case 'expired':
      case 'revoked':
        return pageOf({ state: invite.status, token }, 410)
      case 'accepted':
      case 'submitted':
      case 'changes_requested':
      case 'published': {
        const room = await findRememberedRoom(db, request, config.https, invite.id)
        return room === undefined ? pageOf({ state: 'answered', token }, 410) : guestPaths.writingRoom(room)
      }
    }
  }
}

function pageOf(props: Extract<View, { page: 'invitation' }>['props'], status = 200): FormPage<View> {
  return { status, shown: { page: 'invitation', props } }
}

function addWritingRoomPage(app: App, { config, db, sendPage, connections }: Deps): void {
  const query = z.object({ new: z.optional(z.string()) })
  for (const path of [guestPaths.writingRoom(':token'), guestPaths.plainRoom(':token')])
    pageRoute(app, path, { audience: 'guest', params, query }, async (request, reply) => {
      const { token } = request.params
      const found = await findRoom(db, token)
      if (found.state !== 'open') {
        const { shown, status } = pageOf({ state: found.state }, found.state === 'unknown' ? 404 : 410)
        return sendPage(reply, shown, status)
      }
      const { room } = found
      rememberRoom(reply, config.https, room.id, token)
      const isNew = request.query.new !== undefined
      const byEmail = !(await sendsByHand(connections))
      return sendPage(reply, { page: 'writingRoom', props: { token, room, byEmail, isNew } })
    })
}

function addLostLinkPage(app: App, deps: Deps, refuseTooMany: Guard): void {
  pageRoute(app, guestPaths.lostLink, { audience: 'everyone' }, async (_request, reply) =>
    deps.sendPage(reply, await lostLinkPage(deps, { asked: false })),
  )

  plainForm(app, deps, guestPaths.lostLink, {
    audience: 'everyone',
    body: z.object({ email: z.optional(z.string()) }),
    async run(request) {
      await refuseTooMany(request)
      const email = (request.body.email ?? '').trim()
      if (!isEmailAddress(email)) return { status: 422, shown: { asked: false, email, error: invalidEmail } }
      // The response and the work are the same for every address, so that they do not reveal who was invited.
      await requestLostLink(deps.db, email)
      return { status: 200, shown: { asked: true } }
    },
    view: (shown: LostLinkState) => lostLinkPage(deps, shown),
  })
}

type LostLinkPage = Extract<View, { page: 'lostLink' }>
type LostLinkState = Omit<LostLinkPage['props'], 'byEmail'>

async function lostLinkPage({ connections }: Deps, state: LostLinkState): Promise<LostLinkPage> {
  return { page: 'lostLink', props: { ...state, byEmail: !(await sendsByHand(connections)) } }
}

/** Seconds from the last time the room was opened */
const maxAge = 365 * 24 * 3600

/** Sent only to the pages of invitations */
const path = '/invite'

/** With this prefix, browsers accept the cookie only over https. */
const nameOf = (inviteId: number, https: boolean) => `${https ? '__Secure-' : ''}writing-page-${inviteId}`

/**
 * Lets the link of an invitation lead back to its writing room (the page where the guest writes) on a device that has
 * opened the room before. The cookie contains the token of the room's URL, of which the database has only the hash.
 */
function rememberRoom(reply: FastifyReply, https: boolean, inviteId: number, token: string): void {
  const shared = { path, httpOnly: true, sameSite: 'lax', secure: https, maxAge } as const
  reply.setCookie(nameOf(inviteId, https), token, shared)
}

/** The token of this invitation's room if this device has opened it and it is still open */
async function findRememberedRoom(db: Queryable, request: FastifyRequest, https: boolean, inviteId: number) {
  const token = request.cookies[nameOf(inviteId, https)]
  if (token === undefined) return undefined
  const found = await findRoom(db, token)
  return found.state === 'open' && found.room.id === inviteId ? token : undefined
}
