import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { hashToken } from '../../../../core/server/http/tokens.ts'
import { recoveryCodes } from '../../schema/second-factor.ts'
import { recordActivity } from '../actions.ts'

const codesPerUser = 10
/** Letters and digits that no one confuses when copying them by hand (without 0, 1, I, L, O, U) */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
/** 16 characters of 30 are 78 random bits: too many to be found from the hash, so no slow hash is needed. */
const codeLength = 16

/** Replaces the user's codes by ten new ones. They are returned this once; only their hashes are stored. */
export async function renewRecoveryCodes(tx: Queryable, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codesPerUser }, newCode)
  await recordActivity(tx, { action: 'recovery-codes-made', by: { id: userId } })
  await deleteRecoveryCodes(tx, userId)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashToken(code) })))
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

/** Uses up a code. Returns false if the user has no such code, or has used it before. */
export async function spendRecoveryCode(db: Queryable, userId: number, code: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(recoveryCodes)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(recoveryCodes.userId, userId),
          eq(recoveryCodes.codeHash, hashToken(code)),
          isNull(recoveryCodes.usedAt),
        ),
      )
    if (rowCount !== 1) return false
    await recordActivity(tx, { action: 'recovery-code-used', by: { id: userId } })
    return true
  })
}

export async function countRecoveryCodes(db: Queryable, userId: number) {
  return oneRow(
    await db
      .select({
        total: sql<number>`count(*)::int`,
        left: sql<number>`(count(*) filter (where ${recoveryCodes.usedAt} is null))::int`,
      })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId)),
  )
}

export async function deleteRecoveryCodes(db: Queryable, userId: number): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

function newCode(): string {
  let code = ''
  while (code.length < codeLength)
    for (const byte of randomBytes(codeLength)) {
      // Skips bytes that would make the first characters of the alphabet more likely.
      if (byte >= 256 - (256 % alphabet.length) || code.length === codeLength) continue
      code += alphabet[byte % alphabet.length]
    }
  return code
}
