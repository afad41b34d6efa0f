import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SignInMethod } from '../../contracts/activity-catalog.ts'
import type { SessionUser } from '../../contracts/session.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { recordFailedSignIn } from '../activity/record-failed-sign-in.ts'
import type { Queryable } from '../db/connect.ts'
import { users } from '../db/schema/accounts.ts'
import type { SecretKeyConfig } from '../secrets/secret-key.ts'
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
import { checkCode } from './second-factor/check-code.ts'
import type { Factors } from './second-factor/factors.ts'
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
    return enterCode(deps, { userId: user.id, code: attempt.code, client: attempt, guess })
  })
}

/** The second step of a sign-in in two steps: a code, from someone who has just entered the right password. */
export async function signInByCode(
  deps: Deps,
  { userId, code, client }: { userId: number; code: string; client: Client },
): Promise<SignInResult> {
  const [user] = await deps.db
    .select({ name: sql<string>`lower(${users.username})` })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return { outcome: 'wrong' }
  return recordFailure(deps.db, userId, async () => {
    const guess = await countGuess(deps.db, { name: user.name, userId }, client)
    if (guess.outcome === 'too-many') return guess
    return enterCode(deps, { userId, code, client, guess })
  })
}

/** Starts a session for a user who has proved who they are, unless their access has ended. */
export async function openSession(
  db: Queryable,
  userId: number,
  {
    method,
    userAgent,
    isNewDevice,
  }: { method: SignInMethod; userAgent: string | undefined; isNewDevice: boolean },
): Promise<SignedIn | { outcome: 'disabled' }> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ lastSignInAt: sql`now()` })
      .where(and(eq(users.id, userId), isNull(users.disabledAt)))
      .returning(sessionUserColumns)
    if (!user) return { outcome: 'disabled' }
    await recordActivity(tx, { action: 'signed-in', by: user, details: { with: method } })
    const { token, mustSetUpFactor } = await startSession(tx, userId, userAgent, {
      isConfirmed: method === 'new-account',
    })
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

type Entered = { userId: number; code: string | undefined; client: Client; guess: Guess }

async function enterCode(deps: Deps, { userId, code, client, guess }: Entered): Promise<SignInResult> {
  const check = await checkCode(deps, userId, code)
  switch (check.outcome) {
    case 'missing':
      await takeGuessBack(deps.db, guess)
      return { outcome: 'code-needed', userId, factors: check.factors }
    case 'wrong':
      return { outcome: 'wrong-code' }
    case 'unreadable':
      return { outcome: 'unreadable-code' }
    case 'right':
    case 'not-needed':
      await clearGuesses(deps.db, guess)
      return openSession(deps.db, userId, {
        method: 'password',
        userAgent: client.userAgent,
        isNewDevice: !guess.isKnownDevice,
      })
  }
}
