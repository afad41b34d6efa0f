import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { AccountSession } from '../../contracts/account.ts'
import type { SessionUser } from '../../contracts/session.ts'
import { isDatabaseAway, type Queryable } from '../db/connect.ts'
import { knownDevices, sessions, users } from '../db/schema/accounts.ts'
import { hashToken, newToken } from '../http/tokens.ts'
import { nameDevice } from './device-name.ts'

/** Seconds. */
export const sessionLimits = { idle: 12 * 3600, absolute: 7 * 24 * 3600, device: 365 * 24 * 3600 } as const

const alive = and(
  gt(sessions.lastSeenAt, sql`now() - make_interval(secs => ${sessionLimits.idle})`),
  gt(sessions.createdAt, sql`now() - make_interval(secs => ${sessionLimits.absolute})`),
)

/** Starts a session and returns the token for the cookie. */
export async function startSession(
  db: Queryable,
  userId: number,
  userAgent: string | undefined,
): Promise<string> {
  const token = newToken()
  await db.insert(sessions).values({ tokenHash: hashToken(token), userId, device: nameDevice(userAgent) })
  return token
}

/** The user of a live session; notes at most once a minute that it was used. */
export async function findSession(db: Queryable, token: string): Promise<SessionUser | undefined> {
  const tokenHash = hashToken(token)
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      stale: sql<boolean>`${sessions.lastSeenAt} < now() - interval '1 minute'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), alive))
  if (!row) return
  if (row.stale)
    await db
      .update(sessions)
      .set({ lastSeenAt: sql`now()` })
      .where(eq(sessions.tokenHash, tokenHash))
      .catch((error: unknown) => {
        // On a full disk a person who is signed in can still read.
        if (!isDatabaseAway(error)) throw error
      })
  return { id: row.id, username: row.username }
}

export async function endSession(db: Queryable, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)))
}

/** What a session may be called by: neither its token nor the stored hash can be had from it. */
const publicId = sql<string>`left(encode(sha256(convert_to('session ' || ${sessions.tokenHash}, 'UTF8')), 'hex'), 32)`
const maxListed = 500

/** The live sessions of a user, last used first; `token` is of the one that asks. */
export async function listSessions(db: Queryable, userId: number, token: string): Promise<AccountSession[]> {
  const rows = await db
    .select({
      id: publicId,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      device: sessions.device,
      current: sql<boolean>`${sessions.tokenHash} = ${hashToken(token)}`,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), alive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(maxListed)
  return rows.map(({ id, createdAt, lastSeenAt, device, current }) => ({
    id,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    device,
    current,
  }))
}

/** Ends one of the user's own sessions by its id in the list; undefined where there is none of that id. */
export async function endOwnSession(
  db: Queryable,
  userId: number,
  id: string,
  token: string,
): Promise<{ current: boolean } | undefined> {
  const [row] = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), sql`${publicId} = ${id}`))
    .returning({ current: sql<boolean>`${sessions.tokenHash} = ${hashToken(token)}` })
  return row
}

/** Ends every session of a user and forgets their devices. */
export async function endAllSessions(db: Queryable, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

/** Remembers that this browser signed in, and returns the token for its device cookie. */
export async function rememberDevice(db: Queryable, userId: number): Promise<string> {
  const token = newToken()
  await db.insert(knownDevices).values({ tokenHash: hashToken(token), userId })
  return token
}

/** Whether this device cookie was given to this user. */
export async function isKnownDevice(db: Queryable, userId: number, token: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.tokenHash, hashToken(token)), eq(knownDevices.userId, userId)))
  return rows.length > 0
}

/** Removes sessions and devices that have run out. */
export async function sweepSessions(db: Queryable): Promise<void> {
  await db.delete(sessions).where(sql`not (${alive})`)
  await db
    .delete(knownDevices)
    .where(sql`${knownDevices.createdAt} < now() - make_interval(secs => ${sessionLimits.device})`)
}
