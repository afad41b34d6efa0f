import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/connect.ts'
import { findSession, sessionLimits } from './sessions.ts'

/** Sessions are looked up only by routes that ask for them: public pages never touch them. */
export async function addSessions(
  app: FastifyInstance,
  options: { db: Database; https: boolean },
): Promise<void> {
  await app.register(cookie)
  const names = cookieNames(options.https)
  app.decorateRequest('session', undefined)
  app.decorateRequest('loadSession', async function loadSession(this: FastifyRequest) {
    const token = this.cookies[names.session]
    if (this.session || !token) return
    const user = await findSession(options.db, token)
    if (user) this.session = { token, user }
  })
}

/** `__Host-` needs Secure, so it is there only behind https. */
export function cookieNames(https: boolean) {
  const prefix = https ? '__Host-' : ''
  return { session: `${prefix}session`, device: `${prefix}device`, notice: `${prefix}sign-in-notice` }
}

export function setSessionCookies(
  reply: FastifyReply,
  https: boolean,
  tokens: { sessionToken: string; deviceToken: string | undefined },
): void {
  const names = cookieNames(https)
  const shared = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const
  reply.setCookie(names.session, tokens.sessionToken, { ...shared, maxAge: sessionLimits.absolute })
  if (tokens.deviceToken)
    reply.setCookie(names.device, tokens.deviceToken, { ...shared, maxAge: sessionLimits.device })
}

/**
 * Ends a session in the browser. What it has cached goes, too (pages that Back would show to the next person), but
 * neither its storage, where texts lie that the server does not have yet, nor the device cookie, by which the owner
 * gets in while strangers guess.
 */
export function clearSessionCookie(reply: FastifyReply, https: boolean): void {
  reply.header('clear-site-data', '"cache"')
  reply.clearCookie(cookieNames(https).session, { path: '/', httpOnly: true, sameSite: 'lax', secure: https })
}

const signInNotices = ['signed-out', 'password-changed'] as const
type SignInNotice = (typeof signInNotices)[number]

/**
 * Leaves word for the next sign-in page about what has just been done. In a cookie and not in the address, because
 * anyone can send a person a link that says so.
 */
export function leaveSignInNotice(reply: FastifyReply, https: boolean, notice: SignInNotice): void {
  const shared = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const
  reply.setCookie(cookieNames(https).notice, notice, { ...shared, maxAge: 60 })
}

/** What was left for the sign-in page, once. */
export function takeSignInNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  https: boolean,
): SignInNotice | undefined {
  const name = cookieNames(https).notice
  const left = request.cookies[name]
  if (left === undefined) return undefined
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: https })
  return signInNotices.find((notice) => notice === left)
}
