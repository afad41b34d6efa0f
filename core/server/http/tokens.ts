import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Queryable } from '../db/connect.ts'
import { readSecret } from '../db/settings.ts'

/** 256 random bits as text for a cookie or a link. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 as hex: enough for tokens with 256 random bits; passwords need argon2. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Makes the secrets in the links to rows. They are derived from the `uid` of a row and a key of this site (a setting), so
 * that admins can always copy a link and reminders can carry it, although the table holds only its hash.
 */
export async function createTokenMaker(db: Queryable, keyName: string): Promise<(uid: string) => string> {
  const key = await readSecret(db, keyName)
  return (uid) => createHmac('sha256', key).update(uid).digest('base64url')
}
