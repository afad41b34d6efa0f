import { and, eq, sql } from 'drizzle-orm'
import { paths } from '../contracts/paths.ts'
import { offers } from './db/schema/trainings.ts'
import type { SiteSource } from './http/app.ts'
import type { FindOfferLink } from './letters/field-values.ts'
import { deriveOfferToken } from './trainings/offers/offer-link.ts'

/** Finds the client's page of the open offer to a waitlist entry, for letters. */
export function createFindOfferLink(siteSource: SiteSource): FindOfferLink {
  return async (db, entryId) => {
    const { entryId: entry, status, expiresAt, uid } = offers
    const isOpen = and(eq(entry, entryId), eq(status, 'sent'), sql`${expiresAt} > now()`)
    const [offer] = await db.select({ uid }).from(offers).where(isOpen)
    if (!offer) return undefined
    const token = await deriveOfferToken(db, offer.uid)
    return new URL(paths.offer(token), (await siteSource.read()).publicUrl).href
  }
}
