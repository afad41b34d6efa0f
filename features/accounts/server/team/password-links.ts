import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { hashToken, newToken } from '../../../../core/server/http/tokens.ts'
import { passwordLinkHours } from '../../contract/password-links.ts'
import { passwordLinks, users } from '../../schema/accounts.ts'
import { storePassword } from '../accounts.ts'
import { recordActivity } from '../actions.ts'
import { lockUsers, requireOwner } from './lock-users.ts'

const isValid = and(gt(passwordLinks.expiresAt, sql`now()`), isNull(users.disabledAt))

/**
 * Makes a link by which a colleague who forgot their password sets a new one. Earlier links for them stop working.
 * Returns undefined if there is no such user with access.
 */
export function makePasswordLink(db: Database, by: ActingUser, userId: number) {
  if (userId === by.id)
    throw new RequestProblem('conflict', { detail: 'Change your own password in Settings > Account.' })
  return db.transaction(async (tx) => {
    await lockUsers(tx, [by.id, userId])
    await requireOwner(tx, by.id)
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.disabledAt)))
    if (!user) return undefined
    const token = newToken()
    const fresh = {
      tokenHash: hashToken(token),
      madeBy: by.id,
      expiresAt: sql`now() + make_interval(hours => ${passwordLinkHours})`,
    }
    const { expiresAt } = oneRow(
      await tx
        .insert(passwordLinks)
        .values({ userId, ...fresh })
        .onConflictDoUpdate({ target: passwordLinks.userId, set: fresh })
        .returning({ expiresAt: passwordLinks.expiresAt }),
    )
    await recordActivity(tx, { action: 'password-link-made', by, about: ['user', userId] })
    return { token, expiresAt }
  })
}

/** The user that a link is for, or undefined if it was used or replaced, has expired, or their access has ended */
export async function findPasswordLink(db: Queryable, token: string) {
  const [row] = await db
    .select({ userId: users.id, username: users.username })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(eq(passwordLinks.tokenHash, hashToken(token)), isValid))
  return row
}

/** Uses up the link and stores the hash of the new password. Returns false if the link no longer works. */
export function spendPasswordLink(db: Database, token: string, passwordHash: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await findPasswordLink(tx, token)
    if (!found) return false
    // In the same order as everything that ends the link, so that no two transactions wait in a circle.
    await lockUsers(tx, [found.userId])
    const { rowCount } = await tx.delete(passwordLinks).where(eq(passwordLinks.tokenHash, hashToken(token)))
    if (rowCount !== 1) return false
    await storePassword(tx, found.userId, passwordHash, {
      action: 'password-changed',
      by: { id: found.userId },
    })
    return true
  })
}

/** Ends the link for a user, and the links that they have made. */
export async function endPasswordLinksOf(tx: Queryable, userId: number): Promise<void> {
  await tx.delete(passwordLinks).where(or(eq(passwordLinks.userId, userId), eq(passwordLinks.madeBy, userId)))
}

export async function sweepPasswordLinks(db: Queryable): Promise<void> {
  await db.delete(passwordLinks).where(sql`${passwordLinks.expiresAt} <= now()`)
}
