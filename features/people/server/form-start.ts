import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { readDayHash } from '../../../core/server/http/limits/daily-hash.ts'
import { countEvent } from '../../../core/server/http/limits/rate-counter.ts'

/** Min ms between the first touch of a form and its submission. No person is faster. */
const humanMs = 2000
const daySeconds = 24 * 60 * 60

/** Makes a token that proves when a form was first touched. It is valid for one entry on the same day (UTC). */
export async function signStart(db: Queryable, at = new Date()): Promise<string> {
  const start = `${at.getTime()}.${randomBytes(9).toString('base64url')}`
  return `${start}.${await sign(db, start)}`
}

/** Spends a token. Returns false if the token is not ours, was spent before, or is too new. */
export async function spendStart(tx: Queryable, signed: string): Promise<boolean> {
  const [at = '', random = '', signature] = signed.split('.')
  if (signature !== (await sign(tx, `${at}.${random}`))) return false
  if (Date.now() - Number(at) < humanMs) return false
  const { count } = await countEvent(tx, `form-start:${random}`, daySeconds)
  return count === 1
}

async function sign(db: Queryable, start: string): Promise<string> {
  const hash = await readDayHash(db)
  return hash(`form-start ${start}`)
}
