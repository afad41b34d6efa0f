import { rights } from '../../../core/contract/roles.ts'
import { sessionCreate, sessionDelete, sessionRead } from '../../../core/contract/session.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { requireSession } from '../../../core/server/http/guards/session.ts'
import { createVisitorGuard } from '../../../core/server/http/limits/visitor-limit.ts'
import { route } from '../../../core/server/http/route.ts'
import { accountSessionEnd, accountSessionList, passwordUpdate } from '../contract/account.ts'
import { tooManyTriesProblem, wrongCurrentPassword } from './account-forms.ts'
import { changePassword } from './accounts.ts'
import { clearSessionCookie, readClient, setSessionCookies, signOut } from './session-hook.ts'
import { endOwnSession, listSessions, rememberDevice, startSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signInProblem } from './sign-in-messages.ts'

/** More than a person needs who tries several new passwords. Checking one takes up to a second. */
export const passwordLimit = { max: 20, minutes: 10 }

/** Adds the endpoints for signing in and out, and for the password and the sessions of the signed-in user. */
export function addAccountRoutes(app: App, deps: RouteDeps): void {
  const { config, db, siteSource } = deps
  addSessionRoutes(app, deps)
  const admin = { audience: 'admin', role: rights.work } as const

  route(
    app,
    passwordUpdate,
    { ...admin, onRequest: createVisitorGuard(app, passwordLimit) },
    async ({ body: { current, next }, session: { user }, request, reply }) => {
      if (current === '' || next === '')
        throw new RequestProblem('not-accepted', { detail: 'Fill in both passwords.' })
      const names = [user.username, (await siteSource.read()).name]
      const result = await changePassword(db, user.id, { current, next, names })
      if (result.outcome === 'refused') throw new RequestProblem('not-accepted', { detail: result.problem })
      if (result.outcome === 'wrong')
        throw new RequestProblem('not-accepted', { detail: wrongCurrentPassword })
      if (result.outcome === 'too-many') throw tooManyTriesProblem(result.retryAfterSeconds)
      const { token: sessionToken } = await startSession(db, user.id, request.headers['user-agent'], {
        isSignIn: false,
      })
      setSessionCookies(reply, config.https, {
        sessionToken,
        deviceToken: await rememberDevice(db, user.id),
      })
    },
  )

  route(app, accountSessionList, admin, async ({ session: { user, token } }) =>
    listSessions(db, user.id, token),
  )

  route(app, accountSessionEnd, admin, async ({ params, session: { user, token }, reply }) => {
    const ended = await endOwnSession(db, user.id, params.id, token)
    if (!ended) throw new RequestProblem('not-found', { detail: 'This session has already ended.' })
    if (ended.current) clearSessionCookie(reply, config.https)
  })
}

/** The JSON API of the session: sign in, look up, and sign out. */
function addSessionRoutes(app: App, { config, db }: RouteDeps): void {
  const everyone = { audience: 'everyone' } as const

  route(app, sessionCreate, everyone, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const result = await signIn({ config, db }, { ...body, ...readClient(request, config.https) })
    if (result.outcome !== 'signed-in') throw signInProblem(result, body.username)
    setSessionCookies(reply, config.https, result)
    return { user: result.user, ...(result.mustSetUpFactor && { mustSetUpFactor: true as const }) }
  })

  route(app, sessionRead, everyone, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    await request.loadSession()
    return { user: requireSession(request).user }
  })

  route(app, sessionDelete, everyone, async ({ request, reply }) => {
    await signOut(request, reply, config.https, db)
  })
}
