import { createHmac } from 'node:crypto'
import { paths } from '../../../contracts/paths.ts'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/connect.ts'
import { readSecret } from '../../db/settings.ts'

const keyName = 'offer_link_key'

/**
 * The secret in the link to an offer. It is derived from the offer and a key of this site, so that admins can always
 * copy the link and reminders can carry it, although the table holds only its hash.
 */
export async function deriveOfferToken(db: Queryable, uid: string): Promise<string> {
  return (await createTokenMaker(db))(uid)
}

/** The same for many offers: reads the key once. */
export async function createTokenMaker(db: Queryable): Promise<(uid: string) => string> {
  const key = await readSecret(db, keyName)
  return (uid) => createHmac('sha256', key).update(uid).digest('base64url')
}

/** The full address of the client's page */
export function offerUrl({ site }: Config, token: string): string {
  return `${site.publicUrl}${paths.offer(token)}`
}
