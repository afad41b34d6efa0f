import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SessionUser } from '../../../core/contract/session.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { SecretKeyConfig } from '../../../core/server/secrets/secret-key.ts'
import { users } from '../schema/accounts.ts'
import { recordActivity, type SignInMethod } from './actions.ts'
import { findUser } from './find-user.ts'
import {
  type Client,
  clearGuesses,
  countGuess,
  type Guess,
  type TooMany,
  takeGuessBack,
} from './guess-limit.ts'
import { verifyPassword } from './passwords.ts'
import { endPendingSignIn } from './pending-sign-ins.ts'
import { recordFailedSignIn } from './record-failed-sign-in.ts'
import { type Factors, readFactors } from './second-factor/factors.ts'
import { spendRecoveryCode } from './second-factor/recovery-codes.ts'
import { spendTotpCode } from './second-factor/totp.ts'
import { rememberDevice, sessionUserColumns, startSession } from './sessions.ts'

type Deps = { db: Queryable; config: SecretKeyConfig }

export type SignedIn = {
  outcome: 'signed-in'
  user: SessionUser
  sessionToken: string
  deviceToken: string | undefined
  /** True if the session is only for setting up a second factor */
  mustSetUpFactor: boolean
}

export type SignInResult =
  | SignedIn
  | { outcome: 'wrong' }
  /** The password is right, and the user has a second factor. */
  | { outcome: 'code-needed'; userId: number; factors: Factors }
  | { outcome: 'wrong-code' }
  /** Codes of the app can't be checked, because the site's secret key is missing or wrong. */
  | { outcome: 'unreadable-code' }
  /** The password is right, but the user's access has ended. */
  | { outcome: 'disabled' }
  | TooMany

type SignInAttempt = Client & { username: string; password: string; code?: string | undefined }

/** Checks a username, a password, and for users with a second factor a code. */
export async function signIn(deps: Deps, attempt: SignInAttempt): Promise<SignInResult> {
  const { name, user } = await findUser(deps.db, attempt.username)
  return recordFailure(deps.db, user?.id, async () => {
    const guess = await countGuess(deps.db, { name, userId: user?.id }, attempt)
    if (guess.outcome === 'too-many') return guess
    if (!(await verifyPassword(user?.password, attempt.password)) || !user) return { outcome: 'wrong' }
    const isUnchanged = (tx: Queryable) => hasPassword(tx, user)
    return enterCode(deps, { userId: user.id, code: attempt.code, client: attempt, guess, isUnchanged })
  })
}

/**
 * The second step of a sign-in in two steps: a code, from someone who has just entered the right password.
 * `pendingToken` belongs to the row that says so. A success uses it up.
 */
export async function signInByCode(
  deps: Deps,
  {
    userId,
    code,
    client,
    pendingToken,
  }: { userId: number; code: string; client: Client; pendingToken: string },
): Promise<SignInResult> {
  const [user] = await deps.db
    .select({ name: sql<string>`lower(${users.username})` })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return { outcome: 'wrong' }
  return recordFailure(deps.db, userId, async () => {
    const guess = await countGuess(deps.db, { name: user.name, userId }, client)
    if (guess.outcome === 'too-many') return guess
    const isUnchanged = (tx: Queryable) => endPendingSignIn(tx, pendingToken)
    return enterCode(deps, { userId, code, client, guess, isUnchanged })
  })
}

type Opening = {
  method: SignInMethod
  userAgent: string | undefined
  isNewDevice: boolean
  /**
   * Checks again, while the user is locked, that what was proved still holds: someone may have changed the password or
   * removed the passkey in the meantime, and no session may start after that.
   */
  isUnchanged(tx: Queryable): Promise<boolean>
}

/** Starts a session for a user who has proved who they are, unless their access has ended. */
export async function openSession(
  db: Queryable,
  userId: number,
  { method, userAgent, isNewDevice, isUnchanged }: Opening,
): Promise<SignedIn | { outcome: 'disabled' } | { outcome: 'changed' }> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ lastSignInAt: sql`now()` })
      .where(and(eq(users.id, userId), isNull(users.disabledAt)))
      .returning(sessionUserColumns)
    if (!user) return { outcome: 'disabled' }
    if (!(await isUnchanged(tx))) return { outcome: 'changed' }
    await recordActivity(tx, { action: 'signed-in', by: user, details: { with: method } })
    const { token, mustSetUpFactor } = await startSession(tx, userId, userAgent)
    return {
      outcome: 'signed-in',
      user,
      sessionToken: token,
      deviceToken: isNewDevice ? await rememberDevice(tx, userId) : undefined,
      mustSetUpFactor,
    }
  })
}

async function recordFailure(
  db: Queryable,
  userId: number | undefined,
  attempt: () => Promise<SignInResult>,
): Promise<SignInResult> {
  const result = await attempt()
  // The question for the code is half of a success.
  if (result.outcome !== 'signed-in' && result.outcome !== 'code-needed') await recordFailedSignIn(db, userId)
  return result
}

type Entered = {
  userId: number
  code: string | undefined
  client: Client
  guess: Guess
  isUnchanged(tx: Queryable): Promise<boolean>
}

/** Checks the code of a user whose password is right, and starts a session. */
async function enterCode(
  deps: Deps,
  { userId, code, client, guess, isUnchanged }: Entered,
): Promise<SignInResult> {
  const check = await checkCode(deps, userId, code)
  if (check.outcome === 'code-needed') await takeGuessBack(deps.db, guess)
  if (check.outcome !== 'right' && check.outcome !== 'not-needed') return check
  const opened = await openSession(deps.db, userId, {
    method: 'password',
    userAgent: client.userAgent,
    isNewDevice: !guess.isKnownDevice,
    async isUnchanged(tx) {
      const { app, passkey } = await readFactors(tx, userId)
      return (app || passkey) === (check.outcome === 'right') && (await isUnchanged(tx))
    },
  })
  if (opened.outcome === 'changed') return { outcome: 'wrong' }
  await clearGuesses(deps.db, guess)
  return opened
}

async function hasPassword(tx: Queryable, checked: { id: number; password: string }): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, checked.id), eq(users.password, checked.password)))) > 0
}

type CodeCheck =
  | { outcome: 'not-needed' }
  | { outcome: 'right' }
  | Extract<SignInResult, { outcome: 'code-needed' | 'wrong-code' | 'unreadable-code' }>

/**
 * Checks the second factor of a user who has entered the right password: a code of the authenticator app, or a recovery
 * code. A right code is used up. The caller counts the attempt first.
 */
async function checkCode(deps: Deps, userId: number, typed = ''): Promise<CodeCheck> {
  const factors = await readFactors(deps.db, userId)
  if (!factors.app && !factors.passkey) return { outcome: 'not-needed' }
  // People copy codes with the spaces and hyphens that make them readable.
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  if (code === '') return { outcome: 'code-needed', userId, factors }
  if (!/^\d{6}$/.test(code))
    return { outcome: (await spendRecoveryCode(deps.db, userId, code)) ? 'right' : 'wrong-code' }
  const check = await spendTotpCode(deps, userId, code)
  if (check === 'right') return { outcome: 'right' }
  return { outcome: check === 'unreadable' ? 'unreadable-code' : 'wrong-code' }
}
