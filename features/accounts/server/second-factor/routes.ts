import { asc, eq } from 'drizzle-orm'
import { z } from 'zod/mini'
import { localPath, paths } from '../../../../core/contract/paths.ts'
import { rights } from '../../../../core/contract/roles.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { requireSession } from '../../../../core/server/http/guards/session.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import { accountConfirm } from '../../contract/passkeys.ts'
import {
  factorPolicyUpdate,
  recoveryCodesRenew,
  type SecondFactor,
  secondFactorRead,
  totpConfirm,
  totpDelete,
  totpStart,
  userFactorReset,
} from '../../contract/second-factor.ts'
import { passkeys } from '../../schema/second-factor.ts'
import { tooManyTriesProblem } from '../account-forms.ts'
import { connectApp, makeRecoveryCodes, removeFactor, resetFactors } from './changes.ts'
import { confirmSession, requireConfirmation } from './confirmation.ts'
import { isFactorRequired, readFactors, requireFactor } from './factors.ts'
import { shownColumns } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { findRelyingParty } from './relying-party.ts'
import { findTotp, removeTotp, startTotp } from './totp.ts'

/** Adds the endpoints for the second factor of the signed-in user and of the team, and the page that sets it up. */
export function addSecondFactorRoutes(app: App, deps: RouteDeps): void {
  const { db, sendPage, siteSource } = deps
  const own = { audience: 'admin', role: rights.work, config: { isFactorSetup: true } } as const

  route(app, secondFactorRead, own, async ({ session }) => readSecondFactor(deps, session.user.id))

  route(app, accountConfirm, own, async ({ body, session }) => {
    const result = await confirmSession(deps, session, body)
    if (result.outcome === 'too-many') throw tooManyTriesProblem(result.retryAfterSeconds)
    if (result.outcome === 'wrong')
      throw new RequestProblem('not-accepted', {
        detail:
          'passkey' in body
            ? 'That passkey couldn’t be checked. Try again, or use your password.'
            : 'code' in body
              ? 'That code isn’t right, or it was used before.'
              : 'That’s not your password.',
      })
  })

  route(app, totpStart, own, async ({ session }) => {
    await requireConfirmation(db, session)
    return startTotp(deps, session.user, (await siteSource.read()).name)
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

  const query = z.object({ next: z.optional(z.unknown()), joined: z.optional(z.unknown()) })
  pageRoute(app, paths.adminSecondFactor, { ...own, query }, async (request, reply) => {
    const { next, joined } = request.query
    const setup = {
      next: localPath(next, paths.admin),
      isRequired: await isFactorRequired(db),
      hasJoined: joined !== undefined,
    }
    return sendPage(reply, { page: 'secondFactor', props: { user: requireSession(request).user, setup } })
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

/** The second factors of a user, as they see them in the settings */
async function readSecondFactor(deps: RouteDeps, userId: number): Promise<SecondFactor> {
  const { db, config } = deps
  const app = await findTotp(deps, userId)
  const party = findRelyingParty(config.publicUrl)
  const rows = await db
    .select(shownColumns)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
  return {
    isRequired: await isFactorRequired(db),
    app: app ? withIsoTimes(app) : null,
    passkeys: rows.map(withIsoTimes),
    recoveryCodes: await countRecoveryCodes(db, userId),
    passkeyObstacle: 'obstacle' in party ? party.obstacle : null,
  }
}
