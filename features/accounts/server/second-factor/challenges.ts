import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { hashToken, newToken } from '../../../../core/server/http/tokens.ts'
import { type challengePurposes, passkeyChallenges } from '../../schema/second-factor.ts'

/** The user for a registration; undefined for a sign-in, where the passkey names the user */
type Use = { purpose: (typeof challengePurposes)[number]; userId?: number | undefined }

/** Time to use a challenge, in seconds: people look for their phone or security key. */
export const challengeSeconds = 5 * 60

const isFresh = gt(passkeyChallenges.createdAt, sql`now() - make_interval(secs => ${challengeSeconds})`)

/** Creates a random value for an authenticator to sign. Only its hash is stored. */
export async function createChallenge(db: Queryable, { purpose, userId }: Use): Promise<string> {
  const challenge = newToken()
  await db.insert(passkeyChallenges).values({ challengeHash: hashToken(challenge), purpose, userId })
  return challenge
}

/** Uses up a challenge. Returns false if it is not one of ours, was used before, or is too old. */
export async function spendChallenge(
  db: Queryable,
  challenge: string,
  { purpose, userId }: Use,
): Promise<boolean> {
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        userId === undefined ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        isFresh,
      ),
    )
  return rowCount === 1
}

/** Deletes challenges that are too old. */
export async function sweepChallenges(db: Queryable): Promise<void> {
  await db.delete(passkeyChallenges).where(sql`not (${isFresh})`)
}
