import { z } from 'zod'
import type { Queryable } from '../db/connect.ts'
import { addSetting, readSetting, writeSetting } from '../db/settings.ts'
import { RequestProblem } from '../errors.ts'
import { decrypt, encrypt, type Place } from './encrypt.ts'
import {
  createSecretKey,
  dropNextKey,
  findNextKey,
  findSecretKey,
  keyFileName,
  listSecretKeys,
  placeNextKey,
  type SecretKeyConfig,
} from './secret-key.ts'

/** A known text, sealed with the site's key, by which a wrong key is recognized */
const settingKey = 'secret_key_check'
const place: Place = { purpose: 'key-check', row: 1 }
const knownText = 'everyday-ai'

/**
 * Unused: nothing was ever sealed, so any key is right. Earlier: the secrets are still sealed with an earlier key that
 * is there, too, so everything works, and a rotation should follow.
 */
export type KeyState = 'unused' | 'right' | 'earlier' | 'wrong' | 'missing'

export async function readKeyState(db: Queryable, config: SecretKeyConfig): Promise<KeyState> {
  const check = await readCheck(db)
  if (check === undefined) return 'unused'
  const [current, keys] = [await findSecretKey(config), await listSecretKeys(config)]
  if (current && fits(current, check)) return 'right'
  if (keys.some((key) => fits(key, check))) return 'earlier'
  return current ? 'wrong' : 'missing'
}

/**
 * The key to seal with: of the keys that are there, the one that is the site's. The first key that is used becomes the
 * site's key. Undefined if the site's key is not there. A rotation waits until the caller's transaction ends.
 */
export async function holdSiteKey(tx: Queryable, config: SecretKeyConfig): Promise<Buffer | undefined> {
  const check = await readCheck(tx, 'share')
  if (check !== undefined) return (await listSecretKeys(config)).find((key) => fits(key, check))
  // A new key file must not hide that the earlier one is missing, so it is created for the first secret only.
  const key = (await findSecretKey(config)) ?? (await createSecretKey(config))
  if (!key) return undefined
  await writeCheckOnce(tx, key)
  // Reads again, because another instance may have added its check first.
  return holdSiteKey(tx, config)
}

/** The stored check. The lock keeps others from storing another one until the transaction ends. */
export const readCheck = (db: Queryable, lock?: 'share' | 'update') =>
  readSetting(db, settingKey, z.string(), { lock })

export const fits = (key: Buffer, check: string) => decrypt(key, place, check) === knownText

export const writeCheck = (db: Queryable, key: Buffer) =>
  writeSetting(db, settingKey, encrypt(key, place, knownText))
const writeCheckOnce = (db: Queryable, key: Buffer) =>
  addSetting(db, settingKey, encrypt(key, place, knownText))

/**
 * Makes the current key the site's key. Without SECRET_KEY, the embedded database gets a new key file. What was sealed
 * with the earlier key can't be opened until that comes back.
 */
export async function acceptSecretKey(
  db: Queryable,
  config: SecretKeyConfig,
): Promise<'accepted' | 'same' | 'none'> {
  const check = await readCheck(db)
  const key = (await findSecretKey(config)) ?? (await createSecretKey(config))
  if (!key) return 'none'
  if (check !== undefined && fits(key, check)) return 'same'
  await writeCheck(db, key)
  return 'accepted'
}

/** Finishes a rotation of the key file that was cut off. */
export async function finishRotation(db: Queryable, config: SecretKeyConfig): Promise<void> {
  if (!(await findNextKey(config))) return
  // The lock waits for a rotation that is under way.
  await db.transaction(async (tx) => settleNextKey(config, await readCheck(tx, 'update')))
}

/**
 * Makes the next key file the key file if everything is sealed with it, and removes it if nothing is. The caller holds
 * the check.
 */
export async function settleNextKey(config: SecretKeyConfig, check: string | undefined): Promise<void> {
  const next = await findNextKey(config)
  if (!next) return
  if (check !== undefined && fits(next, check)) await placeNextKey(config)
  else await dropNextKey(config)
}

/** Tells the operator what a wrong, missing, or earlier key means and what to do about it. */
export function explainKeyState(state: KeyState, config: SecretKeyConfig): string | undefined {
  if (state === 'unused' || state === 'right') return undefined
  if (state === 'earlier')
    return 'The secrets of this site are sealed with an earlier key, which still works. To seal them with the new one: npm run admin -- rotate-secret-key'
  const home = (config.databaseUrl ?? config.secretKey) ? 'SECRET_KEY' : `The file ${keyFileName} in DATA_DIR`
  const fault =
    state === 'missing'
      ? `${home} is missing.`
      : `${home} is not the key that this site’s secrets are sealed with.`
  return `${fault} Nothing is lost, but authenticator apps can’t be checked (recovery codes and passkeys still work), and connections to email, AI, and speech need their password or key again. Bring the earlier key back and restart. If it is gone: npm run admin -- accept-secret-key`
}

/** Why secrets can't be stored or opened now, for the owner; null if they can */
export async function explainKeyTrouble(db: Queryable, config: SecretKeyConfig): Promise<string | null> {
  const state = await readKeyState(db, config)
  if (state === 'wrong' || state === 'missing') return explainKeyState(state, config) ?? null
  const isFirstPossible = config.databaseUrl === undefined || (await findSecretKey(config)) !== undefined
  return state === 'unused' && !isFirstPossible ? new RequestProblem('no-secret-key').detail : null
}
