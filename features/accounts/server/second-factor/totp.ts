import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { readCheck } from '../../../../core/server/secrets/key-check.ts'
import type { SealedColumn } from '../../../../core/server/secrets/rotate.ts'
import { openSecret, sealSecret } from '../../../../core/server/secrets/seal.ts'
import type { SecretKeyConfig } from '../../../../core/server/secrets/secret-key.ts'
import type { TotpSetup } from '../../contract/second-factor.ts'
import { totpApps, totpSetups } from '../../schema/second-factor.ts'

type Deps = { db: Queryable; config: SecretKeyConfig }

/** Seconds for which a code is valid. One step before and after is accepted, because clocks differ. */
const stepSeconds = 30
const setupMinutes = 60

// Loaded on first use, because few processes need it.
const otp = () => import('otplib')

/** Starts to connect an authenticator app. It counts once `confirmTotp` has seen its first code, within an hour. */
export async function startTotp(
  { db, config }: Deps,
  { id: userId, username }: { id: number; username: string },
  siteName: string,
): Promise<TotpSetup> {
  const { generateSecret, generateURI } = await otp()
  const secret = generateSecret()
  await db.transaction(async (tx) => {
    const sealedSecret = await sealSecret(tx, config, placeOf(userId), secret)
    const fresh = { sealedSecret, createdAt: sql`now()` }
    await tx
      .insert(totpSetups)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({ target: totpSetups.userId, set: fresh })
  })
  const uri = generateURI({ issuer: siteName, label: username, secret })
  return { secret, uri, qrCode: await drawQrCode(uri) }
}

/** Finishes the setup with the first code of the app. Returns false if the code is wrong. */
export async function confirmTotp(deps: Deps, userId: number, code: string): Promise<boolean> {
  // A rotation of the key must not come between reading the sealed secret and storing it again.
  await readCheck(deps.db, 'share')
  const setup = await findSetup(deps.db, userId)
  const lastStep = await findStep(await open(deps, userId, setup), code)
  if (!setup || lastStep === undefined) return false
  const app = { sealedSecret: setup.sealedSecret, createdAt: sql`now()`, lastStep }
  await deps.db
    .insert(totpApps)
    .values({ userId, ...app })
    .onConflictDoUpdate({ target: totpApps.userId, set: app })
  await deps.db.delete(totpSetups).where(eq(totpSetups.userId, userId))
  return true
}

export type TotpCheck = 'right' | 'wrong' | 'unreadable' | 'none'

/** Checks a code of the user's app and uses it up. `unreadable`: SECRET_KEY is missing or wrong. */
export async function spendTotpCode(deps: Deps, userId: number, code: string): Promise<TotpCheck> {
  const app = await findApp(deps.db, userId)
  if (!app) return 'none'
  const secret = await open(deps, userId, app)
  if (secret === undefined) return 'unreadable'
  const step = await findStep(secret, code)
  if (step === undefined) return 'wrong'
  // If several requests have the same code, only the one that raises the number succeeds.
  const { rowCount } = await deps.db
    .update(totpApps)
    .set({ lastStep: step })
    .where(
      and(
        eq(totpApps.userId, userId),
        eq(totpApps.sealedSecret, app.sealedSecret),
        lt(totpApps.lastStep, step),
      ),
    )
  return rowCount === 1 ? 'right' : 'wrong'
}

/** The user's app, and whether its codes can be checked; undefined without one */
export async function findTotp(deps: Deps, userId: number) {
  const app = await findApp(deps.db, userId)
  return app && { createdAt: app.createdAt, isReadable: (await open(deps, userId, app)) !== undefined }
}

/** Disconnects the app. Returns false if there is none. */
export async function removeTotp(db: Queryable, userId: number): Promise<boolean> {
  await db.delete(totpSetups).where(eq(totpSetups.userId, userId))
  const { rowCount } = await db.delete(totpApps).where(eq(totpApps.userId, userId))
  return rowCount === 1
}

/** Deletes setups that no one has finished. */
export async function sweepTotpSetups(db: Queryable): Promise<void> {
  await db.delete(totpSetups).where(sql`not (${isFresh})`)
}

const isFresh = gt(totpSetups.createdAt, sql`now() - make_interval(mins => ${setupMinutes})`)

async function findApp(db: Queryable, userId: number) {
  const [app] = await db.select().from(totpApps).where(eq(totpApps.userId, userId))
  return app
}

async function findSetup(db: Queryable, userId: number) {
  const [setup] = await db
    .select()
    .from(totpSetups)
    .where(and(eq(totpSetups.userId, userId), isFresh))
  return setup
}

async function open({ config }: Deps, userId: number, row: { sealedSecret: string } | undefined) {
  return row && openSecret(config, placeOf(userId), row.sealedSecret)
}

/** Number of the step that the code belongs to, or undefined if the code is wrong. Codes may contain spaces. */
async function findStep(secret: string | undefined, typed: string): Promise<number | undefined> {
  const code = typed.replaceAll(/\s/g, '')
  if (secret === undefined || !/^\d{6}$/.test(code)) return undefined
  const { verify } = await otp()
  const result = await verify({ secret, token: code, epochTolerance: stepSeconds })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Where the secrets of authenticator apps are sealed, for a rotation of the key */
export const sealedTotp: SealedColumn[] = [
  ['totp_apps', totpApps] as const,
  ['totp_setups', totpSetups] as const,
].map(([name, table]) => ({
  name: `${name}.sealed_secret`,
  async list(tx) {
    const rows = await tx.select({ userId: table.userId, sealed: table.sealedSecret }).from(table)
    return rows.map(({ userId, sealed }) => ({ id: userId, place: placeOf(userId), sealed }))
  },
  replace: (tx, id, sealed) =>
    tx
      .update(table)
      .set({ sealedSecret: sealed })
      .where(eq(table.userId, Number(id))),
}))

const placeOf = (userId: number) => ({ purpose: 'totp', row: userId }) as const

/** Quiet zone around the code, in modules: four are required by ISO 18004. */
const border = 4

/** Draws a QR code as the path of an SVG whose view box is `size` by `size`. */
export async function drawQrCode(text: string): Promise<{ size: number; path: string }> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border })
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return { size, path: runs.join('') }
}
