import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Organization } from '../../../core/contract/organization.ts'
import type { SessionUser } from '../../../core/contract/session.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { addSetting, deleteSetting, readSetting, writeSetting } from '../../../core/server/db/settings.ts'
import { hashToken, newToken } from '../../../core/server/http/tokens.ts'
import { readOrganization, writeOrganization } from '../../../core/server/organization.ts'
import { passwordLinks, users } from '../schema/accounts.ts'
import { findPasswordProblem } from './account-forms.ts'
import { type ActivityEntry, recordActivity } from './actions.ts'
import { revokeTokensOf } from './api-tokens.ts'
import { findUser } from './find-user.ts'
import { countOwnGuess, forgetGuesses, forgetOwnGuesses, type TooMany } from './guess-limit.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endAllSessions, sessionUserColumns } from './sessions.ts'

export async function hasUsers(db: Queryable): Promise<boolean> {
  return (await db.$count(users)) > 0
}

/** Creates the first user, an owner, with what they said about their organization. Returns undefined if any user exists; of two simultaneous requests, one gets undefined. */
export async function createFirstAdmin(
  db: Queryable,
  input: {
    username: string
    password: string
    displayName?: string | undefined
    email?: string | undefined
  },
  organization?: Partial<Organization>,
): Promise<SessionUser | undefined> {
  const password = await hashPassword(input.password)
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${users} in share row exclusive mode`)
    if (await hasUsers(tx)) return
    const [user] = await tx
      .insert(users)
      .values({ ...input, password, role: 'owner' })
      .returning(sessionUserColumns)
    await deleteSetting(tx, setupCodesKey)
    if (organization) await writeOrganization(tx, { ...(await readOrganization(tx)), ...organization })
    if (user) await recordActivity(tx, { action: 'user-created', by: 'server', about: ['user', user.id] })
    return user
  })
}

/**
 * Makes the user with this name an owner, or else the user who was created first, if no enabled owner exists. That
 * happens if an older version of the app creates the first user after this version has migrated the database.
 */
export async function ensureOwner(db: Queryable, username: string | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const [old] = await tx
      .select({ id: users.id, role: users.role })
      .from(users)
      .where(sql`not exists (select from ${users} where role = 'owner' and disabled_at is null)`)
      .orderBy(sql`lower(${users.username}) = lower(${username ?? ''}) desc`, asc(users.id))
      .limit(1)
      .for('update')
    if (!old) return
    await tx.update(users).set({ role: 'owner', disabledAt: null }).where(eq(users.id, old.id))
    const details = { from: old.role, to: 'owner' } as const
    await recordActivity(tx, { action: 'role-changed', by: 'server', about: ['user', old.id], details })
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
    const codes = (await readSetting(tx, setupCodesKey, setupCodes, { lock: 'update' })) ?? []
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

/**
 * Changes a user's password and, if that succeeds, ends all of the user's sessions and API tokens. `names` must not be in
 * the new password.
 */
export async function changePassword(
  db: Queryable,
  userId: number,
  { current, next, names }: { current: string; next: string; names: readonly string[] },
): Promise<{ outcome: 'changed' | 'wrong' } | { outcome: 'refused'; problem: string } | TooMany> {
  const tooMany = await countOwnGuess(db, userId)
  if (tooMany) return tooMany
  const [user] = await db.select({ password: users.password }).from(users).where(eq(users.id, userId))
  if (!(await verifyPassword(user?.password, current))) return { outcome: 'wrong' }
  await forgetOwnGuesses(db, userId)
  // Takes long, so the current password is checked first.
  const problem = await findPasswordProblem(next, names)
  if (problem !== undefined) return { outcome: 'refused', problem }
  await setPassword(db, userId, next, { action: 'password-changed', by: { id: userId } })
  return { outcome: 'changed' }
}

/** Sets a new password, and ends all sessions and API tokens, for the command line. Returns false if no user has that name. */
export async function resetPassword(db: Queryable, username: string, password: string): Promise<boolean> {
  const { name, user } = await findUser(db, username)
  if (!user) return false
  await setPassword(db, user.id, password, {
    action: 'password-reset',
    by: 'command',
    about: ['user', user.id],
  })
  await forgetGuesses(db, name)
  return true
}

async function setPassword(db: Queryable, userId: number, password: string, activity: ActivityEntry) {
  const hashed = await hashPassword(password)
  await db.transaction((tx) => storePassword(tx, userId, hashed, activity))
}

/** Stores the hash of a new password and ends everything that the old one has opened. */
export async function storePassword(
  tx: Queryable,
  userId: number,
  passwordHash: string,
  activity: ActivityEntry,
): Promise<void> {
  await tx.update(users).set({ password: passwordHash }).where(eq(users.id, userId))
  await tx.delete(passwordLinks).where(eq(passwordLinks.userId, userId))
  await endAllSessions(tx, userId)
  // A new password often follows a stolen one, and the thief may have made tokens.
  await revokeTokensOf(tx, activity.by, userId)
  await recordActivity(tx, activity)
}
