import { rights } from '../../../core/contract/roles.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { route } from '../../../core/server/http/route.ts'
import {
  othersTokenList,
  othersTokenRevoke,
  tokenCreate,
  tokenList,
  tokenRevoke,
} from '../contract/api-tokens.ts'
import {
  createToken,
  listTokens,
  listTokensOfOthers,
  revokeOwnToken,
  revokeTokenOfOther,
} from './api-tokens.ts'
import { requireConfirmation } from './second-factor/confirmation.ts'

/** Adds the endpoints for API tokens. None of them admits an API token. */
export function addApiTokenRoutes(app: App, { db }: RouteDeps): void {
  const own = { audience: 'admin', role: rights.work } as const
  const others = { audience: 'admin', role: rights.manageOthersTokens } as const

  route(app, tokenList, own, ({ session }) => listTokens(db, session.user.id))

  route(app, tokenCreate, own, async ({ body, session }) => {
    await requireConfirmation(db, session)
    return createToken(db, session.user, body)
  })

  route(app, tokenRevoke, own, async ({ params, session }) =>
    requireRevoked(await revokeOwnToken(db, session.user, params.id)),
  )

  route(app, othersTokenList, others, ({ session }) => listTokensOfOthers(db, session.user.id))

  route(app, othersTokenRevoke, others, async ({ params, session }) =>
    requireRevoked(await revokeTokenOfOther(db, session.user, params.id)),
  )
}

function requireRevoked(isRevoked: boolean): void {
  if (!isRevoked) throw new RequestProblem('not-found', { detail: 'This API token no longer works anyway.' })
}
