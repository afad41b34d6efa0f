import { z } from 'zod/mini'
import { localPath, paths } from '../../contracts/paths.ts'
import { sessionResponse, signInRequest, usernameLimits } from '../../contracts/session.ts'
import { isDatabaseAway } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { visitorKey } from '../http/limits/client-network.ts'
import { changePassword, createFirstAdmin, hasUsers, isSetupCode, signIn } from './accounts.ts'
import { findPasswordProblem, passwordWords, tooManyTries } from './password-words.ts'
import {
  clearSessionCookie,
  cookieNames,
  leaveSignInNotice,
  setSessionCookies,
  takeSignInNotice,
} from './session-hook.ts'
import { endSession } from './sessions.ts'

const words = {
  away: 'We’re having trouble on our end. Please try again in a moment.',
  wrongCode: 'This link has expired. Restart the server to get a new one.',
  longUsername: `Use up to ${usernameLimits.max} characters.`,
} as const

const text = z._default(z.string().check(z.maxLength(1000)), '')
const optionalText = z.optional(z.string().check(z.maxLength(1000)))

/** The JSON calls for sessions. */
export function addSessionRoutes(app: App, deps: RouteDeps): void {
  const { config, db } = deps

  app.post(
    paths.api.session,
    {
      config: { audience: 'everyone', kind: 'call' },
      schema: { summary: 'Sign in', body: signInRequest, response: { 200: sessionResponse } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const result = await signIn(db, {
        ...request.body,
        visitor: visitorKey(request.ip),
        deviceToken: request.cookies[cookieNames(config.https).device],
        userAgent: request.headers['user-agent'],
      })
      if (result.outcome === 'wrong') throw new RequestProblem('wrong-sign-in')
      if (result.outcome === 'too-many')
        throw new RequestProblem('too-many-requests', {
          detail: tooManyTries(result.retryAfterSeconds),
          retryAfterSeconds: result.retryAfterSeconds,
        })
      setSessionCookies(reply, config.https, result)
      return { user: result.user }
    },
  )

  app.get(
    paths.api.session,
    {
      config: { audience: 'everyone', kind: 'call' },
      schema: { summary: 'Who is signed in', response: { 200: sessionResponse } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await request.loadSession()
      if (!request.session) throw new RequestProblem('sign-in-required')
      return { user: request.session.user }
    },
  )

  app.delete(
    paths.api.session,
    {
      config: { audience: 'everyone', kind: 'call' },
      schema: { summary: 'Sign out', response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const token = request.cookies[cookieNames(config.https).session]
      if (token) await endSession(db, token)
      clearSessionCookie(reply, config.https)
      return reply.code(204).send()
    },
  )
}

/** Sign-in, sign-out, first admin and password change as plain pages and forms. */
export function addAccountPages(app: App, deps: RouteDeps): void {
  const { config, db, sendPage, siteSource } = deps
  const page = { audience: 'everyone', kind: 'page' } as const
  const form = { audience: 'everyone', kind: 'form' } as const

  app.get(
    paths.login,
    {
      config: page,
      schema: {
        hide: true,
        querystring: z.object({ next: z.optional(z.unknown()) }),
      },
    },
    async (request, reply) => {
      const next = localPath(request.query.next, paths.admin)
      await request.loadSession()
      if (request.session) return reply.redirect(next, 303)
      const setupNeeded = !(await hasUsers(db))
      const notice = takeSignInNotice(request, reply, config.https)
      return sendPage(reply, { page: 'login', props: { next, username: '', setupNeeded, notice } })
    },
  )

  app.post(
    paths.login,
    {
      config: form,
      schema: { hide: true, body: z.strictObject({ username: text, password: text, next: optionalText }) },
    },
    async (request, reply) => {
      const { username, password } = request.body
      const next = localPath(request.body.next, paths.admin)
      const again = (status: number, problem: string) =>
        sendPage(reply, { page: 'login', props: { next, username, setupNeeded: false, problem } }, status)
      if (username === '' || password === '') return again(422, 'Enter your username and your password.')
      try {
        const result = await signIn(db, {
          username,
          password,
          visitor: visitorKey(request.ip),
          deviceToken: request.cookies[cookieNames(config.https).device],
          userAgent: request.headers['user-agent'],
        })
        if (result.outcome === 'wrong') return again(422, new RequestProblem('wrong-sign-in').detail)
        if (result.outcome === 'too-many') {
          reply.header('retry-after', result.retryAfterSeconds)
          return again(429, tooManyTries(result.retryAfterSeconds))
        }
        setSessionCookies(reply, config.https, result)
        return reply.redirect(next, 303)
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        reply.header('retry-after', 5)
        return again(503, words.away)
      }
    },
  )

  app.post(paths.logout, { config: form, schema: { hide: true } }, async (request, reply) => {
    const token = request.cookies[cookieNames(config.https).session]
    if (token) await endSession(db, token)
    clearSessionCookie(reply, config.https)
    leaveSignInNotice(reply, config.https, 'signed-out')
    return reply.redirect(paths.login, 303)
  })

  app.get(
    paths.setup,
    { config: page, schema: { hide: true, querystring: z.object({ code: optionalText }) } },
    async (request, reply) => {
      if (await hasUsers(db)) throw new RequestProblem('not-found')
      const code = request.query.code ?? ''
      reply.header('referrer-policy', 'same-origin')
      const problem = (await isSetupCode(db, code)) ? undefined : words.wrongCode
      return sendPage(
        reply,
        { page: 'setup', props: { code, username: '', errors: {}, problem } },
        problem ? 403 : 200,
      )
    },
  )

  app.post(
    paths.setup,
    {
      config: form,
      schema: { hide: true, body: z.strictObject({ code: text, username: text, password: text }) },
    },
    async (request, reply) => {
      if (await hasUsers(db)) throw new RequestProblem('not-found')
      const { code, username, password } = request.body
      reply.header('referrer-policy', 'same-origin')
      const again = (status: number, errors: { username?: string; password?: string }, problem?: string) =>
        sendPage(reply, { page: 'setup', props: { code, username, errors, problem } }, status)
      if (!(await isSetupCode(db, code))) return again(403, {}, words.wrongCode)
      const names = [username, (await siteSource.read()).name]
      const errors = {
        username: usernameError(username),
        password: await findPasswordProblem(password, names),
      }
      if (errors.username ?? errors.password) return again(422, errors)
      if (!(await createFirstAdmin(db, { username: username.trim(), password })))
        throw new RequestProblem('not-found')
      const result = await signIn(db, {
        username: username.trim(),
        password,
        visitor: visitorKey(request.ip),
        deviceToken: undefined,
        userAgent: request.headers['user-agent'],
      })
      if (result.outcome === 'signed-in') setSessionCookies(reply, config.https, result)
      return reply.redirect(paths.admin, 303)
    },
  )

  app.get(
    paths.adminPassword,
    { config: { audience: 'admin', kind: 'page' }, schema: { hide: true } },
    async (request, reply) => {
      const { username } = requireSession(request).user
      return sendPage(reply, { page: 'password', props: { username, errors: {} } })
    },
  )

  app.post(
    paths.adminPassword,
    {
      config: { audience: 'admin', kind: 'form' },
      schema: { hide: true, body: z.strictObject({ username: optionalText, current: text, next: text }) },
    },
    async (request, reply) => {
      const { user } = requireSession(request)
      const { current, next } = request.body
      const again = (status: number, errors: { current?: string; next?: string }) =>
        sendPage(reply, { page: 'password', props: { username: user.username, errors } }, status)
      const errors = {
        current: current === '' ? passwordWords.required : undefined,
        next: await findPasswordProblem(next, [user.username, (await siteSource.read()).name]),
      }
      if (errors.current ?? errors.next) return again(422, errors)
      const result = await changePassword(db, user.id, { current, next })
      if (result.outcome === 'wrong') return again(422, { current: passwordWords.wrongCurrent })
      if (result.outcome === 'too-many') {
        reply.header('retry-after', result.retryAfterSeconds)
        return again(429, { current: tooManyTries(result.retryAfterSeconds) })
      }
      clearSessionCookie(reply, config.https)
      leaveSignInNotice(reply, config.https, 'password-changed')
      return reply.redirect(paths.login, 303)
    },
  )
}

function usernameError(username: string): string | undefined {
  if (username.trim() === '') return passwordWords.required
  return username.length > usernameLimits.max ? words.longUsername : undefined
}
