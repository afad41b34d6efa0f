import { z } from 'zod'
import type { Queryable } from '../db/connect.ts'
import { addSetting, readSetting, writeSetting } from '../db/settings.ts'
import { decrypt, encrypt, type Place } from './encrypt.ts'
import { createSecretKey, findSecretKey, keyFileName, type SecretKeyConfig } from './secret-key.ts'

/** A known text, sealed with the site's key, by which a wrong key is recognized */
const settingKey = 'secret_key_check'
const place: Place = { purpose: 'key-check', row: 1 }
const knownText = 'everyday-ai'

/** Unused: nothing was ever sealed, so any key is right. */
export type KeyState = 'unused' | 'right' | 'wrong' | 'missing'

export async function readKeyState(db: Queryable, config: SecretKeyConfig): Promise<KeyState> {
  const check = await readCheck(db)
  if (check === undefined) return 'unused'
  const key = await findSecretKey(config)
  if (!key) return 'missing'
  return fits(key, check) ? 'right' : 'wrong'
}

/** True if this is the site's key. The first key that is used becomes the site's key. */
export async function isRightKey(db: Queryable, key: Buffer): Promise<boolean> {
  const check = await readCheck(db)
  if (check !== undefined) return fits(key, check)
  await addSetting(db, settingKey, encrypt(key, place, knownText))
  // Reads again, because another instance may have added its check first.
  return isRightKey(db, key)
}

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
  await writeSetting(db, settingKey, encrypt(key, place, knownText))
  return 'accepted'
}

/** Tells the operator what a wrong or missing key means and what to do about it. */
export function explainKeyState(state: KeyState, config: SecretKeyConfig): string | undefined {
  if (state === 'unused' || state === 'right') return undefined
  const home = (config.databaseUrl ?? config.secretKey) ? 'SECRET_KEY' : `The file ${keyFileName} in DATA_DIR`
  const fault =
    state === 'missing'
      ? `${home} is missing.`
      : `${home} is not the key that this site’s secrets are sealed with.`
  return `${fault} Nothing is lost, but authenticator apps can’t be checked: recovery codes and passkeys still work. Bring the earlier key back and restart. If it is gone: npm run admin -- accept-secret-key`
}

const readCheck = (db: Queryable) => readSetting(db, settingKey, z.string())
const fits = (key: Buffer, check: string) => decrypt(key, place, check) === knownText
