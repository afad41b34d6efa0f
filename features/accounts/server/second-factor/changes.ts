import { and, eq } from 'drizzle-orm'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { Session } from '../../../../core/server/http/guards/session.ts'
import { hashToken } from '../../../../core/server/http/tokens.ts'
import type { SecretKeyConfig } from '../../../../core/server/secrets/secret-key.ts'
import { sessions } from '../../schema/accounts.ts'
import { recordActivity } from '../actions.ts'
import { revokeTokensOf } from '../api-tokens.ts'
import { findUser } from '../find-user.ts'
import { endAllSessions } from '../sessions.ts'
import { lockUsers, requireOwner } from '../team/lock-users.ts'
import { isFactorRequired, readFactors, removeFactors } from './factors.ts'
import { countRecoveryCodes, deleteRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { confirmTotp } from './totp.ts'

/**
 * Adds a second factor by `add`, unless that returns undefined. Also makes recovery codes if the user has none left. If
 * the session was only for setting up a second factor, it may do everything from now on. Others like it end: they have
 * shown the password only, and now that is not enough.
 */
export async function addFactor<Added>(
  db: Queryable,
  { token, user: { id: userId } }: Session,
  action: 'passkey-added' | 'codes-turned-on',
  add: (tx: Queryable) => Promise<Added | undefined>,
): Promise<{ added: Added; recoveryCodes: string[] | null } | undefined> {
  return db.transaction(async (tx) => {
    await lockUsers(tx, [userId])
    const added = await add(tx)
    if (added === undefined) return undefined
    await recordActivity(tx, { action, by: { id: userId } })
    await tx
      .update(sessions)
      .set({ mustSetUpFactor: false })
      .where(eq(sessions.tokenHash, hashToken(token)))
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.mustSetUpFactor, true)))
    const { left } = await countRecoveryCodes(tx, userId)
    return { added, recoveryCodes: left === 0 ? await renewRecoveryCodes(tx, userId) : null }
  })
}

/**
 * Connects the authenticator app whose setup `startTotp` began, by its first code.
 * @throws RequestProblem if the code is wrong
 */
export async function connectApp(
  deps: { db: Queryable; config: SecretKeyConfig },
  session: Session,
  code: string,
): Promise<{ recoveryCodes: string[] | null }> {
  const added = await addFactor(deps.db, session, 'codes-turned-on', async (tx) =>
    (await confirmTotp({ ...deps, db: tx }, session.user.id, code)) ? true : undefined,
  )
  if (!added)
    throw new RequestProblem('not-accepted', {
      detail: 'That code isn’t right. Enter the one that your app shows now.',
    })
  return { recoveryCodes: added.recoveryCodes }
}

/**
 * Removes a second factor by `remove`, which returns false if there is none. Recovery codes go with the last one.
 * @throws RequestProblem if it is the last one and the site requires one
 */
export async function removeFactor(
  db: Queryable,
  userId: number,
  action: 'passkey-removed' | 'codes-turned-off',
  remove: (tx: Queryable) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Otherwise two requests could each remove one of the last two.
    await lockUsers(tx, [userId])
    if (!(await remove(tx))) return false
    await recordActivity(tx, { action, by: { id: userId } })
    const { app, passkey } = await readFactors(tx, userId)
    if (app || passkey) return true
    if (await isFactorRequired(tx))
      throw new RequestProblem('conflict', {
        detail:
          'This site asks everyone for two-step sign-in. Set up another way before you remove this one.',
      })
    await deleteRecoveryCodes(tx, userId)
    return true
  })
}

/** Replaces the user's recovery codes by new ones. Returns undefined if the user has no second factor to replace. */
export async function makeRecoveryCodes(db: Queryable, userId: number): Promise<string[] | undefined> {
  return db.transaction(async (tx) => {
    await lockUsers(tx, [userId])
    const { app, passkey } = await readFactors(tx, userId)
    return app || passkey ? renewRecoveryCodes(tx, userId) : undefined
  })
}

/** Removes all second factors of a user and ends their sessions and API tokens. Returns false if there is no such user. */
export async function resetFactors(
  db: Queryable,
  userId: number,
  by: ActingUser | 'command',
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const locked = await lockUsers(tx, [userId, ...(by === 'command' ? [] : [by.id])])
    if (!locked.includes(userId)) return false
    // The role may have changed since the request was admitted.
    if (by !== 'command') await requireOwner(tx, by.id)
    await recordActivity(tx, { action: 'second-factor-reset', by, about: ['user', userId] })
    await removeFactors(tx, userId)
    await endAllSessions(tx, userId)
    await revokeTokensOf(tx, by, userId)
    return true
  })
}

/** Like `resetFactors`, by username, for the command line */
export async function resetFactorsOf(db: Queryable, username: string): Promise<boolean> {
  const { user } = await findUser(db, username)
  return user !== undefined && resetFactors(db, user.id, 'command')
}
