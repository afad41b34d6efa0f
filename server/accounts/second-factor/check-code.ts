import type { Queryable } from '../../db/connect.ts'
import type { SecretKeyConfig } from '../../secrets/secret-key.ts'
import { type Factors, readFactors } from './factors.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { spendTotpCode } from './totp.ts'

type Deps = { db: Queryable; config: SecretKeyConfig }

export type CodeCheck =
  | { outcome: 'not-needed' | 'right' | 'wrong' | 'unreadable' }
  | { outcome: 'missing'; factors: Factors }

/**
 * Checks the second factor of a user who has entered the right password: a code of the authenticator app, or a recovery
 * code. A right code is used up. The caller counts the attempt first.
 */
export async function checkCode(deps: Deps, userId: number, typed = ''): Promise<CodeCheck> {
  const factors = await readFactors(deps.db, userId)
  if (!factors.app && !factors.passkey) return { outcome: 'not-needed' }
  // People copy codes with the spaces and hyphens that make them readable.
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '')
  if (code === '') return { outcome: 'missing', factors }
  if (!/^\d{6}$/.test(code))
    return { outcome: (await spendRecoveryCode(deps.db, userId, code)) ? 'right' : 'wrong' }
  const check = await spendTotpCode(deps, userId, code)
  return { outcome: check === 'none' ? 'wrong' : check }
}
