import { and, eq, sql } from 'drizzle-orm'
import { may } from '../../../../core/contract/roles.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { createTokenMaker as createMaker } from '../../../../core/server/http/tokens.ts'
import type { Feature } from '../../../manifest/feature.ts'
import type { FieldValues } from '../../../people/contract/letter-fields.ts'
import { offerLetterFields } from '../../contract/offers.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { offers } from '../../schema.ts'

/** Makes the secret in the link to an offer of its `uid`. */
export const createTokenMaker = (db: Queryable) => createMaker(db, 'offer_link_key')

export async function deriveOfferToken(db: Queryable, uid: string): Promise<string> {
  return (await createTokenMaker(db))(uid)
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
