import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../core/server/db/connect.ts'
import { visitorKey } from '../../../core/server/http/limits/client-network.ts'
import { endSession, findSession, sessionLimits } from './sessions.ts'

/** Adds `request.loadSession`. Public pages never call it, so they cost no lookup. */
export async function addSessions(
  app: FastifyInstance,
  options: { db: Database; https: boolean },
): Promise<void> {
  await app.register(cookie)
  const names = cookieNames(options.https)
  app.decorateRequest('session', undefined)
  app.decorateRequest('mustSetUpFactor', false)
  app.decorateRequest('loadSession', async function loadSession(this: FastifyRequest) {
    const token = this.cookies[names.session]
    if (this.session || !token) return
    const found = await findSession(options.db, token)
    if (!found) return
    this.mustSetUpFactor = found.mustSetUpFactor && !this.routeOptions.config.isFactorSetup
    if (!this.mustSetUpFactor) this.session = { token, user: found.user }
  })
  app.decorateRequest('reloadSession', async function reloadSession(this: FastifyRequest) {
    this.session = undefined
    await this.loadSession()
  })
}

/** Browsers accept the prefix `__Host-` only on Secure cookies, so the names have it only behind https. */
export function cookieNames(https: boolean) {
  const prefix = https ? '__Host-' : ''
  return {
    session: `${prefix}session`,
    device: `${prefix}device`,
    notice: `${prefix}sign-in-notice`,
    pending: `${prefix}pending-sign-in`,
  }
}

export const cookieOptions = (https: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: https }) as const

export function setSessionCookies(
  reply: FastifyReply,
  https: boolean,
  tokens: { sessionToken: string; deviceToken: string | undefined },
): void {
  const names = cookieNames(https)
  const shared = cookieOptions(https)
  reply.setCookie(names.session, tokens.sessionToken, { ...shared, maxAge: sessionLimits.absolute })
  if (tokens.deviceToken)
    reply.setCookie(names.device, tokens.deviceToken, { ...shared, maxAge: sessionLimits.device })
}

/** The facts about a client that `signIn` needs. */
export const readClient = (request: FastifyRequest, https: boolean) => ({
  visitor: visitorKey(request.ip),
  deviceToken: request.cookies[cookieNames(https).device],
  userAgent: request.headers['user-agent'],
})

/** Ends the session of this request on the server and in the browser. */
export async function signOut(
  request: FastifyRequest,
  reply: FastifyReply,
  https: boolean,
  db: Database,
): Promise<void> {
  const token = request.cookies[cookieNames(https).session]
  if (token) await endSession(db, token)
  clearSessionCookie(reply, https)
}

/**
 * Removes the session cookie and empties the browser's cache, because Back would show cached pages to the next user.
 * The browser's storage stays, because it may contain text that the server does not have yet. The device cookie stays,
 * too: it lets the owner sign in even while strangers' guesses have locked the account.
 */
export function clearSessionCookie(reply: FastifyReply, https: boolean): void {
  reply.header('clear-site-data', '"cache"')
  reply.clearCookie(cookieNames(https).session, cookieOptions(https))
}

const signInNotices = ['signed-out', 'password-changed', 'took-too-long'] as const
type SignInNotice = (typeof signInNotices)[number]

/** Sets a notice for the next sign-in page. A notice in the URL would let anyone send a link with a false one. */
export function leaveSignInNotice(reply: FastifyReply, https: boolean, notice: SignInNotice): void {
  reply.setCookie(cookieNames(https).notice, notice, { ...cookieOptions(https), maxAge: 60 })
}

/** Reads and removes the notice. */
export function takeSignInNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  https: boolean,
): SignInNotice | undefined {
  const name = cookieNames(https).notice
  const left = request.cookies[name]
  if (left === undefined) return undefined
  reply.clearCookie(name, cookieOptions(https))
  return signInNotices.find((notice) => notice === left)
}
