import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { SessionUser } from '../../contracts/session.ts'
import type { Queryable } from '../db/connect.ts'
import { oneRow } from '../db/one-row.ts'
import { users } from '../db/schema/accounts.ts'
import { addSetting, deleteSetting, readSetting, writeSetting } from '../db/settings.ts'
import { readDayHash } from '../http/limits/daily-hash.ts'
import { countEvent, forgetCounts, uncountEvent } from '../http/limits/rate-counter.ts'
import { hashToken, newToken } from '../http/tokens.ts'
import { enqueue } from '../jobs/queue.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endAllSessions, isKnownDevice, rememberDevice, startSession } from './sessions.ts'

export const guessWindowSeconds = 15 * 60
const guessesPerAccount = 5
const guessesPerAddress = 20

export type SignInResult =
  | { outcome: 'signed-in'; user: SessionUser; sessionToken: string; deviceToken: string | undefined }
  | { outcome: 'wrong' }
  | { outcome: 'too-many'; retryAfterSeconds: number }

type SignInAttempt = {
  username: string
  password: string
  /** Key of the visitor's IP address (http/limits/client-network.ts) */
  visitor: string
  deviceToken: string | undefined
  /** Becomes the name of the session's device in the list of sessions. */
  userAgent: string | undefined
}

/**
 * Checks a username and password. Guesses are counted before they are checked, per account and per address.
 * A browser that this user has signed in with before has its own limit, so that strangers' guesses cannot lock the
 * owner out.
 */
export async function signIn(db: Queryable, attempt: SignInAttempt): Promise<SignInResult> {
  const { name, user } = await findUser(db, attempt.username)
  const known =
    user && attempt.deviceToken !== undefined && (await isKnownDevice(db, user.id, attempt.deviceToken))
      ? hashToken(attempt.deviceToken)
      : undefined

  const accountKey = known ? `sign-in:device:${known}` : guessesKey(name)
  const hash = await readDayHash(db)
  const addressKey = `sign-in:address:${hash(attempt.visitor)}`
  // Counts the address first, so that a flood from one address cannot use up the account's guesses.
  if (!known) {
    const address = await countEvent(db, addressKey, guessWindowSeconds)
    if (address.count > guessesPerAddress)
      return { outcome: 'too-many', retryAfterSeconds: address.retryAfterSeconds }
  }
  const account = await countEvent(db, accountKey, guessWindowSeconds)
  if (account.count > guessesPerAccount) {
    // The password was not checked, so this attempt must not count against the address.
    if (!known) await uncountEvent(db, addressKey)
    // True only once in each window, because every further attempt has a higher count.
    if (!known && account.count === guessesPerAccount + 1)
      await enqueue(db, 'account-notice', { account: hashToken(name) })
    return { outcome: 'too-many', retryAfterSeconds: account.retryAfterSeconds }
  }

  if (!(await verifyPassword(user?.password, attempt.password)) || !user) return { outcome: 'wrong' }

  await forgetCounts(db, [accountKey])
  if (!known) await uncountEvent(db, addressKey)
  return {
    outcome: 'signed-in',
    user: { id: user.id, username: user.username },
    sessionToken: await startSession(db, user.id, attempt.userAgent),
    deviceToken: known ? undefined : await rememberDevice(db, user.id),
  }
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).limit(1)
  return rows.length > 0
}

/** Creates the first admin. Returns undefined if any user exists; of two simultaneous requests, one gets undefined. */
export async function createFirstAdmin(
  db: Queryable,
  input: { username: string; password: string },
): Promise<SessionUser | undefined> {
  const password = await hashPassword(input.password)
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${users} in share row exclusive mode`)
    if (await hasUsers(tx)) return
    const [user] = await tx
      .insert(users)
      .values({ username: input.username, password })
      .returning({ id: users.id, username: users.username })
    await deleteSetting(tx, setupCodesKey)
    return user
  })
}

const setupCodesKey = 'setup_codes'
/** Max age in ms of the codes of earlier starts */
const earlierCodeAge = 24 * 3600 * 1000
/** Keeps the setting small even if the server restarts again and again. */
const maxCodes = 50

/** The stored setup codes, newest first */
const setupCodes = z.array(z.object({ hash: z.string(), createdAt: z.iso.datetime({ offset: true }) }))

/**
 * Creates a one-time code for /setup. Codes of earlier starts stay valid for a day, because someone may still use a
 * link that an earlier start printed. Only hashes are stored, so that link cannot be printed again.
 */
export async function createSetupCode(db: Queryable): Promise<string> {
  const code = newToken()
  await db.transaction(async (tx) => {
    await addSetting(tx, setupCodesKey, [])
    // The lock makes instances that start at the same time take turns.
    const codes = (await readSetting(tx, setupCodesKey, setupCodes, { lock: true })) ?? []
    const earlier = codes.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < earlierCodeAge)
    const value = [{ hash: hashToken(code), createdAt: new Date().toISOString() }, ...earlier]
    await writeSetting(tx, setupCodesKey, value.slice(0, maxCodes))
  })
  return code
}

export async function isSetupCode(db: Queryable, code: string): Promise<boolean> {
  const codes = (await readSetting(db, setupCodesKey, setupCodes)) ?? []
  return codes.some(({ hash }) => hash === hashToken(code))
}

/** Changes a user's password and, if that succeeds, ends all of the user's sessions. */
export async function changePassword(
  db: Queryable,
  userId: number,
  input: { current: string; next: string },
): Promise<{ outcome: 'changed' | 'wrong' } | { outcome: 'too-many'; retryAfterSeconds: number }> {
  const guesses = `password-change:${userId}`
  const { count, retryAfterSeconds } = await countEvent(db, guesses, guessWindowSeconds)
  if (count > guessesPerAccount) return { outcome: 'too-many', retryAfterSeconds }
  const [user] = await db.select({ password: users.password }).from(users).where(eq(users.id, userId))
  if (!(await verifyPassword(user?.password, input.current))) return { outcome: 'wrong' }
  await setPassword(db, userId, input.next)
  await forgetCounts(db, [guesses])
  return { outcome: 'changed' }
}

/** Sets a new password and ends all sessions, for the command line. Returns false if no user has that name. */
export async function resetPassword(db: Queryable, username: string, password: string): Promise<boolean> {
  const { name, user } = await findUser(db, username)
  if (!user) return false
  await setPassword(db, user.id, password)
  await forgetCounts(db, [guessesKey(name)])
  return true
}

/** Key of the guess counter. `name` is lower case; the key exists whether or not a user has this name. */
const guessesKey = (name: string) => `sign-in:account:${hashToken(name)}`

/** Finds a user by name, ignoring case. Also returns the name in lower case, as Postgres converts it. */
async function findUser(db: Queryable, username: string) {
  const folded = db
    .select({ name: sql<string>`lower(${username}::text)`.as('name') })
    .from(sql`(select 1) as one`)
    .as('folded')
  const row = oneRow(
    await db
      .select({ name: folded.name, user: users })
      .from(folded)
      .leftJoin(users, sql`lower(${users.username}) = ${folded.name}`),
  )
  return { name: row.name, user: row.user ?? undefined }
}

async function setPassword(db: Queryable, userId: number, password: string): Promise<void> {
  const hashed = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ password: hashed }).where(eq(users.id, userId))
    await endAllSessions(tx, userId)
  })
}
