import { and, eq, gt, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Config } from '../../../../core/config.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { Session } from '../../../../core/server/http/guards/session.ts'
import { hashToken } from '../../../../core/server/http/tokens.ts'
import type { SecretKeyConfig } from '../../../../core/server/secrets/secret-key.ts'
import type { accountConfirm } from '../../contract/passkeys.ts'
import { sessions, users } from '../../schema/accounts.ts'
import { countOwnGuess, forgetOwnGuesses, type TooMany } from '../guess-limit.ts'
import { verifyPassword } from '../passwords.ts'
import { isOwnPasskey } from './passkey-sign-in.ts'
import { findRelyingParty } from './relying-party.ts'
import { spendTotpCode } from './totp.ts'

const confirmedMinutes = 10

type Deps = { db: Queryable; config: SecretKeyConfig & Pick<Config, 'publicUrl'> }
type Proof = z.infer<typeof accountConfirm.body>

/** Checks the password, a code of the authenticator app, or a passkey again, and remembers that for the session. */
export async function confirmSession(
  deps: Deps,
  { user, token }: Session,
  proof: Proof,
): Promise<{ outcome: 'confirmed' | 'wrong' } | TooMany> {
  const tooMany = await countOwnGuess(deps.db, user.id)
  if (tooMany) return tooMany
  if (!(await isRight(deps, user.id, proof))) return { outcome: 'wrong' }
  await forgetOwnGuesses(deps.db, user.id)
  await deps.db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(sessions.tokenHash, hashToken(token)))
  return { outcome: 'confirmed' }
}

async function isRight(deps: Deps, userId: number, proof: Proof): Promise<boolean> {
  if ('passkey' in proof) {
    const party = findRelyingParty(deps.config.publicUrl)
    return !('obstacle' in party) && isOwnPasskey(deps.db, party, userId, proof.passkey)
  }
  if ('code' in proof) return (await spendTotpCode(deps, userId, proof.code)) === 'right'
  const [user] = await deps.db.select({ password: users.password }).from(users).where(eq(users.id, userId))
  return verifyPassword(user?.password, proof.password)
}

/** Throws unless this sign-in, or the last confirmation of it, is at most ten minutes old. */
export async function requireConfirmation(db: Queryable, { token }: Session): Promise<void> {
  const isConfirmed = and(
    eq(sessions.tokenHash, hashToken(token)),
    gt(sessions.confirmedAt, sql`now() - make_interval(mins => ${confirmedMinutes})`),
  )
  if ((await db.$count(sessions, isConfirmed)) === 0) throw new RequestProblem('confirmation-needed')
}
