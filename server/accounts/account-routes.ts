import { z } from 'zod/mini'
import { accountSession, passwordRequest } from '../../contracts/account.ts'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { changePassword } from './accounts.ts'
import { findPasswordProblem, passwordWords, tooManyTries } from './password-words.ts'
import { clearSessionCookie, setSessionCookies } from './session-hook.ts'
import { endOwnSession, listSessions, rememberDevice, startSession } from './sessions.ts'

/** One's own account: password and sessions. */
export function addAccountRoutes(app: App, { config, db, siteSource }: RouteDeps): void {
  const admin = { audience: 'admin', kind: 'call' } as const

  app.post(
    paths.api.password,
    {
      config: admin,
      schema: {
        summary: 'Change your password',
        description: 'Every other session ends; this one goes on under a new cookie.',
        body: passwordRequest,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { user } = requireSession(request)
      const { current, next } = request.body
      if (current === '' || next === '')
        throw new RequestProblem('not-accepted', { detail: 'Fill in both passwords.' })
      const error = await findPasswordProblem(next, [user.username, (await siteSource.read()).name])
      if (error) throw new RequestProblem('not-accepted', { detail: error })
      const result = await changePassword(db, user.id, { current, next })
      if (result.outcome === 'wrong')
        throw new RequestProblem('not-accepted', { detail: passwordWords.wrongCurrent })
      if (result.outcome === 'too-many')
        throw new RequestProblem('too-many-requests', {
          detail: tooManyTries(result.retryAfterSeconds),
          retryAfterSeconds: result.retryAfterSeconds,
        })
      setSessionCookies(reply, config.https, {
        sessionToken: await startSession(db, user.id, request.headers['user-agent']),
        deviceToken: await rememberDevice(db, user.id),
      })
      return reply.code(204).send()
    },
  )

  app.get(
    paths.api.sessions,
    {
      config: admin,
      schema: { summary: 'List your sessions, last used first', response: { 200: z.array(accountSession) } },
    },
    async (request) => {
      const { user, token } = requireSession(request)
      return listSessions(db, user.id, token)
    },
  )

  app.delete(
    paths.api.endSession(':id'),
    {
      config: admin,
      schema: {
        summary: 'End one of your sessions',
        params: z.object({ id: z.string().check(z.maxLength(100)) }),
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { user, token } = requireSession(request)
      const ended = await endOwnSession(db, user.id, request.params.id, token)
      if (!ended) throw new RequestProblem('not-found', { detail: 'This session has already ended.' })
      if (ended.current) clearSessionCookie(reply, config.https)
      return reply.code(204).send()
    },
  )
}
