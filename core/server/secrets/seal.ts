import type { Queryable } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import { decrypt, encrypt, type Place } from './encrypt.ts'
import { explainKeyState, holdSiteKey, readKeyState } from './key-check.ts'
import { listSecretKeys, type SecretKeyConfig } from './secret-key.ts'

/**
 * Encrypts a small secret for its row in the database. Call it in the transaction that stores the result, so that a
 * rotation of the key comes before or after both.
 * @throws RequestProblem `no-secret-key` if the site has no key, or another one than its earlier secrets
 */
export async function sealSecret(
  tx: Queryable,
  config: SecretKeyConfig,
  place: Place,
  text: string,
): Promise<string> {
  const key = await holdSiteKey(tx, config)
  if (key) return encrypt(key, place, text)
  const detail = explainKeyState(await readKeyState(tx, config), config)
  throw new RequestProblem('no-secret-key', detail === undefined ? {} : { detail })
}

/** Returns undefined if the secret can't be opened, because the key is missing or is not the one it was sealed with. */
export async function openSecret(
  config: SecretKeyConfig,
  place: Place,
  sealed: string,
): Promise<string | undefined> {
  for (const key of await listSecretKeys(config)) {
    const text = decrypt(key, place, sealed)
    if (text !== undefined) return text
  }
  return undefined
}
