import type { Queryable } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import { decrypt, encrypt, type Place } from './encrypt.ts'
import { explainKeyState, isRightKey, readKeyState } from './key-check.ts'
import { createSecretKey, findSecretKey, type SecretKeyConfig } from './secret-key.ts'

/**
 * Encrypts a small secret for its row in the database.
 * @throws RequestProblem `no-secret-key` if the site has no key, or another one than its earlier secrets
 */
export async function sealSecret(
  db: Queryable,
  config: SecretKeyConfig,
  place: Place,
  text: string,
): Promise<string> {
  const state = await readKeyState(db, config)
  // A new key file must not hide that the earlier one is missing.
  const key =
    (await findSecretKey(config)) ?? (state === 'unused' ? await createSecretKey(config) : undefined)
  if (key && (await isRightKey(db, key))) return encrypt(key, place, text)
  const detail = explainKeyState(await readKeyState(db, config), config)
  throw new RequestProblem('no-secret-key', detail === undefined ? {} : { detail })
}

/** Returns undefined if the secret can't be opened, because the key is missing or is not the one it was sealed with. */
export async function openSecret(
  config: SecretKeyConfig,
  place: Place,
  sealed: string,
): Promise<string | undefined> {
  const key = await findSecretKey(config)
  return key && decrypt(key, place, sealed)
}
