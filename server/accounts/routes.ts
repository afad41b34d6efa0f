import { z } from 'zod/mini'
import { localPath, paths } from '../../contracts/paths.ts'
import { sessionCreate, sessionDelete, sessionRead, usernameLimits } from '../../contracts/session.ts'
import type { PasswordProps } from '../../web/accounts/password.tsx'
import type { SetupProps } from '../../web/accounts/setup.tsx'
import { detailOf, RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { visitorKey } from '../http/limits/client-network.ts'
import { plainForm } from '../http/plain-form.ts'
import { route } from '../http/route.ts'
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

const messages = {
  away: 'We’re having trouble on our end. Please try again in a moment.',
  wrongCode: 'This link has expired. Restart the server to get a new one.',
  longUsername: `Use up to ${usernameLimits.max} characters.`,
} as const

const text = z._default(z.string().check(z.maxLength(1000)), '')
const optionalText = z.optional(z.string().check(z.maxLength(1000)))

/** The JSON API of the session: sign in, look up, and sign out. */
export function addSessionRoutes(app: App, { config, db }: RouteDeps): void {
  const everyone = { audience: 'everyone' } as const

  route(app, sessionCreate, everyone, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const result = await signIn(db, {
      ...body,
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
  })

  route(app, sessionRead, everyone, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    await request.loadSession()
    return { user: requireSession(request).user }
  })

  route(app, sessionDelete, everyone, async ({ request, reply }) => {
    const token = request.cookies[cookieNames(config.https).session]
    if (token) await endSession(db, token)
    clearSessionCookie(reply, config.https)
  })
}

/** Sign-in, sign-out, first admin, and password change as plain pages and forms. */
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

  plainForm(app, deps, paths.login, {
    audience: 'everyone',
    body: z.strictObject({ username: text, password: text, next: optionalText }),
    async run(request, reply) {
      const { username, password, next } = request.body
      if (username === '' || password === '')
        return { status: 422, shown: 'Enter your username and your password.' }
      const result = await signIn(db, {
        username,
        password,
        visitor: visitorKey(request.ip),
        deviceToken: request.cookies[cookieNames(config.https).device],
        userAgent: request.headers['user-agent'],
      })
      if (result.outcome === 'wrong') return { status: 422, shown: detailOf('wrong-sign-in') }
      if (result.outcome === 'too-many') {
        const { retryAfterSeconds } = result
        return { status: 429, retryAfterSeconds, shown: tooManyTries(retryAfterSeconds) }
      }
      setSessionCookies(reply, config.https, result)
      return localPath(next, paths.admin)
    },
    onError: (_request, isAway) => (isAway ? messages.away : undefined),
    view: (problem: string, { username, next }) => ({
      page: 'login',
      props: { next: localPath(next, paths.admin), username, setupNeeded: false, problem },
    }),
  })

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
      const problem = (await isSetupCode(db, code)) ? undefined : messages.wrongCode
      return sendPage(
        reply,
        { page: 'setup', props: { code, username: '', errors: {}, problem } },
        problem ? 403 : 200,
      )
    },
  )

  plainForm(app, deps, paths.setup, {
    audience: 'everyone',
    body: z.strictObject({ code: text, username: text, password: text }),
    async run(request, reply) {
      if (await hasUsers(db)) throw new RequestProblem('not-found')
      const { code, password } = request.body
      const username = request.body.username.trim()
      reply.header('referrer-policy', 'same-origin')
      if (!(await isSetupCode(db, code)))
        return { status: 403, shown: { errors: {}, problem: messages.wrongCode } }
      const names = [request.body.username, (await siteSource.read()).name]
      const errors = {
        username: usernameError(request.body.username),
        password: await findPasswordProblem(password, names),
      }
      if (errors.username ?? errors.password) return { status: 422, shown: { errors } }
      if (!(await createFirstAdmin(db, { username, password }))) throw new RequestProblem('not-found')
      const result = await signIn(db, {
        username,
        password,
        visitor: visitorKey(request.ip),
        deviceToken: undefined,
        userAgent: request.headers['user-agent'],
      })
      if (result.outcome === 'signed-in') setSessionCookies(reply, config.https, result)
      return paths.admin
    },
    view: (shown: Pick<SetupProps, 'errors' | 'problem'>, { code, username }) => ({
      page: 'setup',
      props: { code, username, ...shown },
    }),
  })

  app.get(
    paths.adminPassword,
    { config: { audience: 'admin', kind: 'page' }, schema: { hide: true } },
    async (request, reply) => {
      const username = requireSession(request).user.username
      return sendPage(reply, { page: 'password', props: { username, errors: {} } })
    },
  )

  plainForm(app, deps, paths.adminPassword, {
    audience: 'admin',
    body: z.strictObject({ username: optionalText, current: text, next: text }),
    async run(request, reply) {
      const { user } = requireSession(request)
      const { current, next } = request.body
      const errors = {
        current: current === '' ? passwordWords.required : undefined,
        next: await findPasswordProblem(next, [user.username, (await siteSource.read()).name]),
      }
      if (errors.current ?? errors.next) return { status: 422, shown: errors }
      const result = await changePassword(db, user.id, { current, next })
      if (result.outcome === 'wrong') return { status: 422, shown: { current: passwordWords.wrongCurrent } }
      if (result.outcome === 'too-many') {
        const { retryAfterSeconds } = result
        return { status: 429, retryAfterSeconds, shown: { current: tooManyTries(retryAfterSeconds) } }
      }
      clearSessionCookie(reply, config.https)
      leaveSignInNotice(reply, config.https, 'password-changed')
      return paths.login
    },
    view: (errors: PasswordProps['errors'], _body, request) => ({
      page: 'password',
      props: { username: requireSession(request).user.username, errors },
    }),
  })
}

function usernameError(username: string): string | undefined {
  if (username.trim() === '') return passwordWords.required
  return username.length > usernameLimits.max ? messages.longUsername : undefined
}
