import { rights } from '../../../contracts/roles.ts'
import {
  accountConfirm,
  factorPolicyUpdate,
  recoveryCodesRenew,
  secondFactorRead,
  totpConfirm,
  totpDelete,
  totpStart,
  userFactorReset,
} from '../../../contracts/second-factor.ts'
import { RequestProblem } from '../../errors.ts'
import type { App, RouteDeps } from '../../http/app.ts'
import { orNotFound, route } from '../../http/route.ts'
import { tooManyTriesProblem } from '../password-messages.ts'
import { connectApp, makeRecoveryCodes, removeFactor, resetFactors } from './changes.ts'
import { confirmSession, requireConfirmation } from './confirmation.ts'
import { readFactors, requireFactor } from './factors.ts'
import { readSecondFactor } from './read-second-factor.ts'
import { findTotpSetup, removeTotp, startTotp } from './totp.ts'

/** Adds the endpoints for the second factor of the signed-in user, and for those of the team. */
export function addSecondFactorRoutes(app: App, deps: RouteDeps): void {
  const { db, siteSource } = deps
  const own = { audience: 'admin', role: rights.work, config: { isFactorSetup: true } } as const

  route(app, secondFactorRead, own, async ({ session }) => readSecondFactor(deps, session.user.id))

  route(app, accountConfirm, own, async ({ body, session }) => {
    const result = await confirmSession(deps, session, body)
    if (result.outcome === 'too-many') throw tooManyTriesProblem(result.retryAfterSeconds)
    if (result.outcome === 'wrong')
      throw new RequestProblem('not-accepted', {
        detail:
          'code' in body ? 'That code isn’t right, or it was used before.' : 'That’s not your password.',
      })
  })

  route(app, totpStart, own, async ({ session }) => {
    await requireConfirmation(db, session)
    const { id, username } = session.user
    await startTotp(deps, id)
    const { name: siteName } = await siteSource.read()
    return orNotFound(await findTotpSetup(deps, id, { username, siteName }))
  })

  route(app, totpConfirm, own, async ({ body, session }) => connectApp(deps, session, body.code))

  route(app, totpDelete, own, async ({ session }) => {
    await requireConfirmation(db, session)
    orNotFound(
      await removeFactor(db, session.user.id, 'codes-turned-off', (tx) => removeTotp(tx, session.user.id)),
    )
  })

  route(app, recoveryCodesRenew, own, async ({ session }) => {
    await requireConfirmation(db, session)
    const recoveryCodes = await makeRecoveryCodes(db, session.user.id)
    if (!recoveryCodes)
      throw new RequestProblem('conflict', { detail: 'Set up a passkey or an authenticator app first.' })
    return { recoveryCodes }
  })

  addTeamRoutes(app, deps)
}

function addTeamRoutes(app: App, { db }: RouteDeps): void {
  const owner = { audience: 'admin', role: rights.manageTeam } as const

  route(app, factorPolicyUpdate, owner, async ({ body, session }) => {
    await requireConfirmation(db, session)
    const own = await readFactors(db, session.user.id)
    if (body.isRequired && !own.app && !own.passkey)
      throw new RequestProblem('conflict', {
        detail: 'Set up your own passkey or authenticator app first, so that you know it works here.',
      })
    await requireFactor(db, body.isRequired, session.user)
  })

  route(app, userFactorReset, owner, async ({ params, session }) => {
    await requireConfirmation(db, session)
    if (params.id === session.user.id)
      throw new RequestProblem('conflict', { detail: 'Change your own in Settings > Security.' })
    orNotFound(await resetFactors(db, Number(params.id), session.user))
  })
}
