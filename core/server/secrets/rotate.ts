import { recordActivity } from '../activity/record-activity.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { decrypt, encrypt, type Place } from './encrypt.ts'
import { fits, readCheck, settleNextKey, writeCheck } from './key-check.ts'
import { createNextKey, deriveKey, listSecretKeys, placeNextKey, type SecretKeyConfig } from './secret-key.ts'

/** A column with sealed secrets. The feature that owns it describes it. */
export type SealedColumn = {
  /** `table.column` */
  name: string
  list(tx: Queryable): Promise<SealedRow[]>
  replace(tx: Queryable, id: SealedRow['id'], sealed: string): Promise<unknown>
}
type SealedRow = { id: number | string; place: Place; sealed: string }

export type Rotation =
  | { outcome: 'rotated'; resealed: number; unreadable: number; hasKeptFile: boolean }
  /** `unused`: nothing is sealed. `same`: the new key is the site's key. `wrong-key`: no earlier key fits. */
  | { outcome: 'unused' | 'same' | 'wrong-key' | 'no-new-key' }

/**
 * Seals every secret with a new key: SECRET_KEY or, for the embedded database without it, a new key file. The earlier
 * key is SECRET_KEY_OLD, the key file, or `typed`. All secrets and the check change in one transaction. The app may be
 * running: it opens secrets with every key that it finds, and the key file changes after the secrets.
 */
export async function rotateSecretKey(
  db: Database,
  config: SecretKeyConfig,
  columns: SealedColumn[],
  typed?: string,
): Promise<Rotation> {
  const usesFile = config.secretKey === undefined
  if (usesFile && config.databaseUrl !== undefined) return { outcome: 'no-new-key' }
  const rotation = await db.transaction(async (tx): Promise<Rotation> => {
    // From here on, no one seals anything until the transaction ends.
    const check = await readCheck(tx, 'update')
    if (check === undefined) return { outcome: 'unused' }
    await settleNextKey(config, check)
    const keys = [...(await listSecretKeys(config)), ...(typed === undefined ? [] : [deriveKey(typed)])]
    if (!keys.some((key) => fits(key, check))) return { outcome: 'wrong-key' }
    const next = config.secretKey === undefined ? await createNextKey(config) : deriveKey(config.secretKey)
    if (fits(next, check)) return { outcome: 'same' }
    const counts = await resealAll(tx, columns, keys, next)
    await writeCheck(tx, next)
    await recordActivity(tx, { action: 'secret-key-rotated', by: 'command' })
    return { outcome: 'rotated', ...counts, hasKeptFile: usesFile }
  })
  // A crash before this line leaves both files, and the next start finishes it.
  if (rotation.outcome === 'rotated' && usesFile) await placeNextKey(config)
  return rotation
}

/** Secrets that no key opens stay as they are, because the key that they were sealed with may come back. */
async function resealAll(tx: Queryable, columns: SealedColumn[], keys: Buffer[], next: Buffer) {
  const counts = { resealed: 0, unreadable: 0 }
  for (const { list, replace } of columns)
    for (const { id, place, sealed } of await list(tx)) {
      const [text] = keys.flatMap((key) => decrypt(key, place, sealed) ?? [])
      if (text === undefined) counts.unreadable++
      else {
        await replace(tx, id, encrypt(next, place, text))
        counts.resealed++
      }
    }
  return counts
}
