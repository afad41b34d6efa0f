import { rights } from '../../../../core/contract/roles.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { createVisitorGuard } from '../../../../core/server/http/limits/visitor-limit.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import {
  passkeyChallengeCreate,
  passkeyCreate,
  passkeyDelete,
  passkeyOptionsCreate,
  passkeyRename,
  passkeySessionCreate,
} from '../../contract/passkeys.ts'
import { nameDevice } from '../device-name.ts'
import { readClient, setSessionCookies } from '../session-hook.ts'
import { addFactor, removeFactor } from './changes.ts'
import { requireConfirmation } from './confirmation.ts'
import { createSignInOptions, signInByPasskey } from './passkey-sign-in.ts'
import {
  checkNewPasskey,
  createPasskeyOptions,
  deletePasskey,
  renamePasskey,
  storePasskey,
} from './passkeys.ts'
import { findRelyingParty, type RelyingParty } from './relying-party.ts'

const messages = {
  unknown: 'This site doesn’t know that passkey. It may have been removed. Sign in with your password.',
  refused: 'That passkey couldn’t be checked. Try again, or sign in with your password.',
  notAdded: 'That passkey couldn’t be added. Try again.',
  added: 'This passkey has been added already.',
}

/** Adds the endpoints for signing in with a passkey, and for the passkeys of the signed-in user. */
export function addPasskeyRoutes(app: App, deps: RouteDeps): void {
  const { config, db, siteSource } = deps
  const found = findRelyingParty(config.publicUrl)
  addPasskeySignIn(app, deps)

  const own = { audience: 'admin', role: rights.work, config: { isFactorSetup: true } } as const

  route(app, passkeyOptionsCreate, own, async ({ session }) => {
    const party = requireParty(found)
    await requireConfirmation(db, session)
    return { ...(await createPasskeyOptions(db, party, session.user, (await siteSource.read()).name)) }
  })

  route(app, passkeyCreate, own, async ({ body, session, request }) => {
    const { user } = session
    const passkey = await checkNewPasskey(db, requireParty(found), user.id, body.response).catch(
      (reason: unknown) => {
        request.log.warn({ err: reason }, 'a new passkey was refused')
        throw new RequestProblem('not-accepted', { detail: messages.notAdded })
      },
    )
    const name = nameDevice(request.headers['user-agent']) ?? 'Passkey'
    const result = await addFactor(db, session, 'passkey-added', (tx) =>
      storePasskey(tx, user.id, passkey, name),
    )
    if (!result) throw new RequestProblem('conflict', { detail: messages.added })
    return { passkey: result.added, recoveryCodes: result.recoveryCodes }
  })

  route(app, passkeyRename, own, async ({ params, body, session: { user } }) => {
    orNotFound(await renamePasskey(db, user.id, Number(params.id), body.name))
  })

  route(app, passkeyDelete, own, async ({ params, session }) => {
    await requireConfirmation(db, session)
    const { id } = session.user
    orNotFound(
      await removeFactor(db, id, 'passkey-removed', (tx) => deletePasskey(tx, id, Number(params.id))),
    )
  })
}

/** A sign-in page asks for a challenge each time it is opened, and again while it stays open. */
const challengeLimit = { max: 60, minutes: 5 }

function addPasskeySignIn(app: App, { config, db }: RouteDeps): void {
  const found = findRelyingParty(config.publicUrl)
  const limited = { audience: 'everyone', onRequest: createVisitorGuard(app, challengeLimit) } as const

  route(app, passkeyChallengeCreate, limited, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    return createSignInOptions(db, requireParty(found))
  })

  route(app, passkeySessionCreate, limited, async ({ body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const client = readClient(request, config.https)
    const result = await signInByPasskey(db, requireParty(found), body.response, client)
    if (result.outcome === 'disabled') throw new RequestProblem('access-ended')
    if (result.outcome === 'unknown') throw new RequestProblem('wrong-passkey', { detail: messages.unknown })
    if (result.outcome === 'refused') {
      request.log.warn({ err: result.reason }, 'a passkey was refused')
      throw new RequestProblem('wrong-passkey', { detail: messages.refused })
    }
    setSessionCookies(reply, config.https, result)
    return { user: result.user, ...(result.mustSetUpFactor && { mustSetUpFactor: true as const }) }
  })
}

function requireParty(found: RelyingParty | { obstacle: string }): RelyingParty {
  if ('obstacle' in found) throw new RequestProblem('conflict', { detail: found.obstacle })
  return found
}
