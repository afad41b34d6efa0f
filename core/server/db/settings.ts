import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Queryable } from './connect.ts'
import { settings } from './schema/settings.ts'

type Schema<Value> = Pick<z.ZodMiniType<Value>, 'parse'>

/** Reads a setting, or undefined if it was never written. `lock` locks its row until the transaction ends. */
export async function readSetting<Value>(
  db: Queryable,
  key: string,
  schema: Schema<Value>,
  { lock }: { lock?: 'share' | 'update' | undefined } = {},
): Promise<Value | undefined> {
  const query = db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  const [row] = await (lock ? query.for(lock) : query)
  return row && schema.parse(row.value)
}

/** Replaces the whole row, so that two admins who save at the same time never mix their values. */
export async function writeSetting(db: Queryable, key: string, value: unknown): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } })
}

/** Functions that read and write a setting, which has the value `initial` until someone changes it */
export const defineSetting = <Value>(key: string, schema: Schema<Value>, initial: NoInfer<Value>) => ({
  read: async (db: Queryable) => (await readSetting(db, key, schema)) ?? initial,
  write: (tx: Queryable, value: Value) => writeSetting(tx, key, value),
})

/** Adds a setting unless it exists. Returns true if this call added it. */
export async function addSetting(db: Queryable, key: string, value: unknown): Promise<boolean> {
  const { rowCount } = await db.insert(settings).values({ key, value }).onConflictDoNothing()
  return rowCount === 1
}

/** A random secret of this site, created on first use */
export async function readSecret(db: Queryable, key: string): Promise<string> {
  const find = () => readSetting(db, key, z.string())
  const known = await find()
  if (known !== undefined) return known
  await addSetting(db, key, randomBytes(32).toString('base64url'))
  // Reads again, because another instance may have added its secret first.
  return z.string().parse(await find())
}

export async function deleteSetting(db: Queryable, key: string): Promise<void> {
  await db.delete(settings).where(eq(settings.key, key))
}
