import { asc, eq } from 'drizzle-orm'
import type { SecondFactor } from '../../../contracts/second-factor.ts'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/connect.ts'
import { withIsoTimes } from '../../db/iso-times.ts'
import { passkeys } from '../../db/schema/second-factor.ts'
import { isFactorRequired } from './factors.ts'
import { shownColumns } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { findRelyingParty } from './relying-party.ts'
import { findTotp } from './totp.ts'

/** What a user sees of their own second factors */
export async function readSecondFactor(
  deps: { db: Queryable; config: Config },
  userId: number,
): Promise<SecondFactor> {
  const { db, config } = deps
  const app = await findTotp(deps, userId)
  const party = findRelyingParty(config.publicUrl)
  const rows = await db
    .select(shownColumns)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
  return {
    isRequired: await isFactorRequired(db),
    app: app ? withIsoTimes(app) : null,
    passkeys: rows.map(withIsoTimes),
    recoveryCodes: await countRecoveryCodes(db, userId),
    passkeyObstacle: 'obstacle' in party ? party.obstacle : null,
  }
}
