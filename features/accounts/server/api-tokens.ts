import { and, desc, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { type ApiScope, isAtLeast, type Role, roles, whoMay } from '../../../core/contract/roles.ts'
import type { SessionUser } from '../../../core/contract/session.ts'
import type { ActingUser, Actor } from '../../../core/server/activity/record-activity.ts'
import { isDatabaseAway, type Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { hashToken, newToken } from '../../../core/server/http/tokens.ts'
import {
  type ApiToken,
  type OthersToken,
  scopeFacts,
  tokenLimits,
  type tokenRequest,
} from '../contract/api-tokens.ts'
import { users } from '../schema/accounts.ts'
import { apiTokens } from '../schema/api-tokens.ts'
import { recordActivity } from './actions.ts'
import { sessionUserColumns } from './sessions.ts'

/** Begins every token, so that people and scanners of source code recognize one. */
const prefix = 'eai_'

const columns = {
  id: apiTokens.id,
  name: apiTokens.name,
  scopes: apiTokens.scopes,
  createdAt: apiTokens.createdAt,
  expiresAt: apiTokens.expiresAt,
  lastUsedAt: apiTokens.lastUsedAt,
}

const works = and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, sql`now()`))

export async function listTokens(db: Queryable, userId: number): Promise<ApiToken[]> {
  const rows = await db
    .select(columns)
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, userId), works))
    .orderBy(desc(apiTokens.id))
  return rows.map(withIsoTimes)
}

const maxListed = 500

/** Lists the tokens of all users but one. */
export async function listTokensOfOthers(db: Queryable, userId: number): Promise<OthersToken[]> {
  const rows = await db
    .select({ ...columns, user: { id: users.id, name: sessionUserColumns.displayName } })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(ne(apiTokens.userId, userId), works))
    .orderBy(desc(apiTokens.id))
    .limit(maxListed)
  return rows.map(withIsoTimes)
}

/**
 * Creates a token for the user. Only its hash is stored, so nothing can show its secret again.
 * @throws RequestProblem if the user's role is too low for a scope, or if they have too many tokens
 */
export async function createToken(
  db: Queryable,
  user: ActingUser & { role: Role },
  { name, scopes, days }: z.output<typeof tokenRequest>,
): Promise<ApiToken & { secret: string }> {
  const scope = scopes.find((wanted) => !isAtLeast(user.role, scopeFacts[wanted].role))
  if (scope) throw new RequestProblem('role-too-low', { detail: whoMay[scopeFacts[scope].role] })
  const secret = prefix + newToken()
  return db.transaction(async (tx) => {
    // Requests of the same user wait for each other, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
    const { working, kept } = oneRow(
      await tx
        .select({
          working: sql<number>`(count(*) filter (where ${works}))::int`,
          kept: sql<number>`count(*)::int`,
        })
        .from(apiTokens)
        .where(eq(apiTokens.userId, user.id)),
    )
    if (working >= tokenLimits.perUser || kept >= tokenLimits.perYear)
      throw new RequestProblem('conflict', {
        detail: `You can have ${tokenLimits.perUser} API tokens at a time, and make ${tokenLimits.perYear} in a year. Revoke one that you no longer need.`,
      })
    const row = oneRow(
      await tx
        .insert(apiTokens)
        .values({
          userId: user.id,
          name,
          tokenHash: hashToken(secret),
          scopes: [...new Set(scopes)],
          expiresAt: sql`now() + make_interval(days => ${days})`,
        })
        .returning(columns),
    )
    await recordActivity(tx, {
      action: 'token-created',
      by: user,
      about: ['token', row.id],
      details: { days },
    })
    return { ...withIsoTimes(row), secret }
  })
}

/** Revokes one of the user's own tokens. Returns false if no such token works. */
export const revokeOwnToken = (db: Queryable, user: ActingUser, id: number): Promise<boolean> =>
  revoke(db, user, and(eq(apiTokens.id, id), eq(apiTokens.userId, user.id)))

/** Revokes a token of another user. Returns false if no such token works. */
export const revokeTokenOfOther = (db: Queryable, user: ActingUser, id: number): Promise<boolean> =>
  revoke(db, user, and(eq(apiTokens.id, id), ne(apiTokens.userId, user.id)))

export async function revokeTokensOf(tx: Queryable, by: Actor, userId: number): Promise<void> {
  await revoke(tx, by, eq(apiTokens.userId, userId))
}

async function revoke(db: Queryable, by: Actor, which: SQL | undefined): Promise<boolean> {
  return db.transaction(async (tx) => {
    const revoked = await tx
      .update(apiTokens)
      .set({ revokedAt: sql`now()` })
      .where(and(which, works))
      .returning({ id: apiTokens.id })
    for (const { id } of revoked)
      await recordActivity(tx, { action: 'token-revoked', by, about: ['token', id] })
    return revoked.length > 0
  })
}

export type TokenHolder = { user: SessionUser & { tokenId: number }; scopes: ApiScope[] }

/**
 * Finds the user of a working token, with the role that the token gives them: their own, but at most the highest one
 * that its scopes need. Nothing is cached, so that a revoked token ends with the next request on every instance.
 */
export async function findTokenHolder(db: Queryable, secret: string): Promise<TokenHolder | undefined> {
  const [row] = await db
    .select({
      id: apiTokens.id,
      scopes: apiTokens.scopes,
      user: sessionUserColumns,
      isStale: sql<boolean>`coalesce(${apiTokens.lastUsedAt} < now() - interval '1 minute', true)`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.tokenHash, hashToken(secret)), works, isNull(users.disabledAt)))
  if (!row) return undefined
  const { id, scopes } = row
  const ranks = scopes.map((scope) => roles.indexOf(scopeFacts[scope].role))
  const role = roles[Math.min(roles.indexOf(row.user.role), Math.max(...ranks))]
  if (!role) return undefined
  const user = { ...row.user, role, tokenId: id }
  if (row.isStale)
    await noteUse(db, user).catch((error: unknown) => {
      // While the disk is full, the database is read-only. Programs can still read.
      if (!isDatabaseAway(error)) throw error
    })
  return { user, scopes }
}

/** Stores the time of a use. The first use of a day (UTC) is recorded in Activity. */
async function noteUse(db: Queryable, user: ActingUser & { tokenId: number }): Promise<void> {
  await db.transaction(async (tx) => {
    const today = sql`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`
    const setUsed = (which: SQL | undefined) =>
      tx
        .update(apiTokens)
        .set({ lastUsedAt: sql`now()` })
        .where(and(eq(apiTokens.id, user.tokenId), which))
    // If several instances get requests at once, only the first one still finds an earlier day.
    const first = await setUsed(or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, today)))
    if (first.rowCount === 1)
      await recordActivity(tx, { action: 'token-used', by: user, about: ['token', user.tokenId] })
    else await setUsed(undefined)
  })
}

/** Deletes tokens that ended more than a year ago, when Activity has no rows about them any more. */
export async function sweepTokens(db: Queryable): Promise<void> {
  await db
    .delete(apiTokens)
    .where(sql`least(${apiTokens.expiresAt}, ${apiTokens.revokedAt}) < now() - interval '1 year'`)
}
