import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import { recordActivity } from '../../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { settings } from '../../../../core/server/db/schema/settings.ts'
import { readSetting, writeSetting } from '../../../../core/server/db/settings.ts'
import { sessions, users } from '../../schema/accounts.ts'
import { passkeys, totpApps } from '../../schema/second-factor.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { removeTotp } from './totp.ts'

/** The second factors that a user has. Recovery codes are not among them: they replace one that is lost. */
export type Factors = { app: boolean; passkey: boolean }

type UserId = number | SQL
const hasApp = (userId: UserId) => sql<boolean>`exists (select from ${totpApps} where user_id = ${userId})`
const hasPasskey = (userId: UserId) =>
  sql<boolean>`exists (select from ${passkeys} where user_id = ${userId})`

/** Qualified, because a subquery on passkeys would take a bare `id` for its own */
const idOfRow = sql`${users}.id`
/** True if the user of a row has a second factor */
export const hasFactor = sql<boolean>`(${hasApp(idOfRow)} or ${hasPasskey(idOfRow)})`

export async function readFactors(db: Queryable, userId: number): Promise<Factors> {
  return oneRow(
    await db.select({ app: hasApp(userId), passkey: hasPasskey(userId) }).from(sql`(select 1) as one`),
  )
}

/** Setting: true if everyone who signs in needs a second factor */
const requiredKey = 'second_factor_required'

export async function isFactorRequired(db: Queryable): Promise<boolean> {
  return (await readSetting(db, requiredKey, z.boolean())) ?? false
}

/** Changes the setting. People without a second factor set it up at their next sign-in. */
export async function requireFactor(db: Queryable, isRequired: boolean, by: ActingUser): Promise<void> {
  await db.transaction(async (tx) => {
    await writeSetting(tx, requiredKey, isRequired)
    await recordActivity(tx, { action: 'setting-changed', by, details: { setting: 'second-factor' } })
    if (!isRequired) await tx.update(sessions).set({ mustSetUpFactor: false })
  })
}

/** True if the site requires a second factor and the user has none */
export const lacksFactor = (userId: number) => sql<boolean>`(
  exists (select from ${settings} where key = ${requiredKey} and value = 'true')
  and not ${hasApp(userId)} and not ${hasPasskey(userId)})`

/** Removes all second factors and recovery codes of a user, who can then sign in with the password alone. */
export async function removeFactors(db: Queryable, userId: number): Promise<void> {
  await removeTotp(db, userId)
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
  await deleteRecoveryCodes(db, userId)
}
