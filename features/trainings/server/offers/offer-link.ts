import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { may } from '../../../../core/contract/roles.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { readSecret } from '../../../../core/server/db/settings.ts'
import type { Feature } from '../../../manifest/feature.ts'
import type { FieldValues } from '../../../people/contract/letter-fields.ts'
import { offerLetterFields } from '../../contract/offers.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { offers } from '../../schema.ts'

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

/** The field of letters for the page of the open offer to a waitlist entry. Anyone can answer the offer there. */
export const offerLetters = {
  fields: offerLetterFields,
  async read(db, entryId, { site, role }): Promise<FieldValues> {
    if (!may({ role }, 'manageDays')) return {}
    const { entryId: entry, status, expiresAt, uid } = offers
    const isOpen = and(eq(entry, entryId), eq(status, 'sent'), sql`${expiresAt} > now()`)
    const [offer] = await db.select({ uid }).from(offers).where(isOpen)
    return offer ? { 'offer link': offerUrl({ site }, await deriveOfferToken(db, offer.uid)) } : {}
  },
} satisfies Feature['letterFields']

/** The full address of the client's page */
export function offerUrl({ site }: { site: Pick<Site, 'publicUrl'> }, token: string): string {
  return `${site.publicUrl}${trainingPaths.offer(token)}`
}
