import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as text for a cookie or a link. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 as hex: enough for tokens with 256 random bits; passwords need argon2. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
