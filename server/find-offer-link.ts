import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { paths } from '../contracts/paths.ts'
import { offers } from './db/schema/trainings.ts'
import { readSecret } from './db/settings.ts'
import type { SiteSource } from './http/app.ts'
import type { FindOfferLink } from './letters/field-values.ts'

/** Finds the client's page of the open offer to a waitlist entry, for letters. */
export function createFindOfferLink(siteSource: SiteSource): FindOfferLink {
  return async (db, entryId) => {
    const { entryId: entry, status, expiresAt, uid } = offers
    const isOpen = and(eq(entry, entryId), eq(status, 'sent'), sql`${expiresAt} > now()`)
    const [offer] = await db.select({ uid }).from(offers).where(isOpen)
    if (!offer) return undefined
    const key = await readSecret(db, 'offer_link_key')
    const token = createHmac('sha256', key).update(offer.uid).digest('base64url')
    return new URL(paths.offer(token), (await siteSource.read()).publicUrl).href
  }
}
