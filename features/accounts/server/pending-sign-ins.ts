import { and, eq, gt, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { hashToken, newToken } from '../../../core/server/http/tokens.ts'
import { pendingSignIns } from '../schema/second-factor.ts'

/** Time to enter the code after the password was right, in seconds */
export const pendingSeconds = 10 * 60

const isFresh = gt(pendingSignIns.createdAt, sql`now() - make_interval(secs => ${pendingSeconds})`)

/** Remembers that this browser has sent the user's right password. Returns the token for its cookie. */
export async function startPendingSignIn(db: Queryable, userId: number): Promise<string> {
  const token = newToken()
  await db.insert(pendingSignIns).values({ tokenHash: hashToken(token), userId })
  return token
}

export async function findPendingSignIn(db: Queryable, token: string | undefined) {
  if (token === undefined) return undefined
  const [row] = await db
    .select({ userId: pendingSignIns.userId })
    .from(pendingSignIns)
    .where(and(eq(pendingSignIns.tokenHash, hashToken(token)), isFresh))
  return row
}

/** Uses up a pending sign-in. Returns false if another request was first, or if the password has changed since. */
export async function endPendingSignIn(db: Queryable, token: string): Promise<boolean> {
  const { rowCount } = await db.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, hashToken(token)))
  return rowCount === 1
}

/** Deletes sign-ins that no one has finished. */
export async function sweepPendingSignIns(db: Queryable): Promise<void> {
  await db.delete(pendingSignIns).where(sql`not (${isFresh})`)
}
