import { sessionCreate, sessionDelete, sessionRead } from '../../contracts/session.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { route } from '../http/route.ts'
import { readClient, setSessionCookies, signOut } from './session-hook.ts'
import { signIn } from './sign-in.ts'
import { signInProblem } from './sign-in-messages.ts'

/** The JSON API of the session: sign in, look up, and sign out. */
export function addSessionRoutes(app: App, { config, db }: RouteDeps): void {
  const everyone = { audience: 'everyone' } as const

  route(app, sessionCreate, everyone, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const result = await signIn({ config, db }, { ...body, ...readClient(request, config.https) })
    if (result.outcome !== 'signed-in') throw signInProblem(result)
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
