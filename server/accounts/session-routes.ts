import { sessionCreate, sessionDelete, sessionRead } from '../../contracts/session.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { route } from '../http/route.ts'
import { signIn } from './accounts.ts'
import { tooManyTriesProblem } from './password-messages.ts'
import { readClient, setSessionCookies, signOut } from './session-hook.ts'

/** The JSON API of the session: sign in, look up, and sign out. */
export function addSessionRoutes(app: App, { config, db }: RouteDeps): void {
  const everyone = { audience: 'everyone' } as const

  route(app, sessionCreate, everyone, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const result = await signIn(db, { ...body, ...readClient(request, config.https) })
    if (result.outcome === 'wrong') throw new RequestProblem('wrong-sign-in')
    if (result.outcome === 'too-many') throw tooManyTriesProblem(result.retryAfterSeconds)
    setSessionCookies(reply, config.https, result)
    return { user: result.user }
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
