import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { defaultAuthor, type SessionUser } from '../../../core/contract/session.ts'
import { isDatabaseAway, type Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { hashToken, newToken } from '../../../core/server/http/tokens.ts'
import type { AccountSession } from '../contract/account.ts'
import { knownDevices, sessions, users } from '../schema/accounts.ts'
import { pendingSignIns } from '../schema/second-factor.ts'
import { recordActivity } from './actions.ts'
import { nameDevice } from './device-name.ts'
import { userName } from './display-name.ts'
import { lacksFactor } from './second-factor/factors.ts'

/**
 * Limits in seconds: `idle` since the last use of a session, `absolute` since the sign-in, `device` until a known
 * device is forgotten
 */
export const sessionLimits = { idle: 12 * 3600, absolute: 7 * 24 * 3600, device: 365 * 24 * 3600 } as const

export const sessionUserColumns = {
  id: users.id,
  username: users.username,
  displayName: userName,
  role: users.role,
  email: users.email,
  byline: sql<string>`coalesce(${users.byline}, '')`,
  // The first account writes as "Admin", as the specification says, until its user sets a name for posts. So does an
  // old account without a name, because readers never see a username.
  defaultAuthor: sql<string>`coalesce(${users.byline}, case
    when ${users.id} <> (select min(id) from users as all_users) then ${users.displayName} end, ${defaultAuthor}::text)`,
}

const isLive = and(
  gt(sessions.lastSeenAt, sql`now() - make_interval(secs => ${sessionLimits.idle})`),
  gt(sessions.createdAt, sql`now() - make_interval(secs => ${sessionLimits.absolute})`),
)

/**
 * Starts a session. Returns the token for the cookie, and whether the session is only for setting up a second factor,
 * which a site that requires one asks for at a sign-in. The user has just entered a password or used a passkey, so the
 * session counts as confirmed.
 */
export async function startSession(
  db: Queryable,
  userId: number,
  userAgent: string | undefined,
  { isSignIn = true } = {},
): Promise<{ token: string; mustSetUpFactor: boolean }> {
  const token = newToken()
  const { mustSetUpFactor } = oneRow(
    await db
      .insert(sessions)
      .values({
        tokenHash: hashToken(token),
        userId,
        device: nameDevice(userAgent),
        mustSetUpFactor: isSignIn && lacksFactor(userId),
        confirmedAt: sql`now()`,
      })
      .returning({ mustSetUpFactor: sessions.mustSetUpFactor }),
  )
  return { token, mustSetUpFactor }
}

/**
 * Finds the user of a live session, whose access has not ended. Updates the time of its last use at most once a minute.
 */
export async function findSession(
  db: Queryable,
  token: string,
): Promise<{ user: SessionUser; mustSetUpFactor: boolean } | undefined> {
  const tokenHash = hashToken(token)
  const [row] = await db
    .select({
      user: sessionUserColumns,
      mustSetUpFactor: sessions.mustSetUpFactor,
      stale: sql<boolean>`${sessions.lastSeenAt} < now() - interval '1 minute'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), isLive, isNull(users.disabledAt)))
  if (!row) return
  if (row.stale)
    await db
      .update(sessions)
      .set({ lastSeenAt: sql`now()` })
      .where(eq(sessions.tokenHash, tokenHash))
      .catch((error: unknown) => {
        // While the disk is full, the database is read-only. Signed-in users can still read.
        if (!isDatabaseAway(error)) throw error
      })
  return { user: row.user, mustSetUpFactor: row.mustSetUpFactor }
}

export async function endSession(db: Queryable, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(eq(sessions.tokenHash, hashToken(token)))
      .returning({ userId: sessions.userId })
    if (ended) await recordActivity(tx, { action: 'signed-out', by: { id: ended.userId } })
  })
}

/** Public id of a session, which reveals neither its token nor the stored hash */
const publicId = sql<string>`left(encode(sha256(convert_to('session ' || ${sessions.tokenHash}, 'UTF8')), 'hex'), 32)`
const maxListed = 500

/** The live sessions of a user, last used first. `token` is the token of the current request's session. */
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
    .where(and(eq(sessions.userId, userId), isLive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(maxListed)
  return rows.map(withIsoTimes)
}

/** Ends one of the user's own sessions by its public id. Returns undefined if there is no such session. */
export async function endOwnSession(db: Queryable, userId: number, id: string, token: string) {
  return db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), sql`${publicId} = ${id}`))
      .returning({ current: sql<boolean>`${sessions.tokenHash} = ${hashToken(token)}` })
    if (ended)
      await recordActivity(tx, { action: ended.current ? 'signed-out' : 'session-ended', by: { id: userId } })
    return ended
  })
}

/** Ends all sessions of a user, also half-finished sign-ins, and forgets their devices. */
export async function endAllSessions(db: Queryable, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await db.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

/** Remembers that the user signed in with this browser. Returns the token for its device cookie. */
export async function rememberDevice(db: Queryable, userId: number): Promise<string> {
  const token = newToken()
  await db.insert(knownDevices).values({ tokenHash: hashToken(token), userId })
  return token
}

/** True if this device cookie belongs to this user */
export async function isKnownDevice(db: Queryable, userId: number, token: string): Promise<boolean> {
  const isTheirs = and(eq(knownDevices.tokenHash, hashToken(token)), eq(knownDevices.userId, userId))
  return (await db.$count(knownDevices, isTheirs)) > 0
}

/** Deletes expired sessions and devices. */
export async function sweepSessions(db: Queryable): Promise<void> {
  await db.delete(sessions).where(sql`not (${isLive})`)
  await db
    .delete(knownDevices)
    .where(sql`${knownDevices.createdAt} < now() - make_interval(secs => ${sessionLimits.device})`)
}
