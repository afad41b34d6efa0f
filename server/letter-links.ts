import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { paths } from '../contracts/paths.ts'
import type { Queryable } from './db/connect.ts'
import { offers, planLinks } from './db/schema/trainings.ts'
import { readSecret } from './db/settings.ts'
import type { SiteSource } from './http/app.ts'
import { hashToken, newToken } from './http/tokens.ts'
import type { LetterLinks } from './letters/field-values.ts'

const planLinkDays = 60

/** Links that letters can contain, made by the features that they lead to */
export function createLetterLinks(siteSource: SiteSource): LetterLinks {
  const urlOf = async (path: string) => new URL(path, (await siteSource.read()).publicUrl).href
  return {
    async findOfferLink(db, entryId) {
      const uid = await findSentOffer(db, entryId)
      if (uid === undefined) return undefined
      const token = createHmac('sha256', await readSecret(db, 'offer_link_key'))
        .update(uid)
        .digest('base64url')
      return urlOf(paths.offer(token))
    },
    async createPlanLink(tx, entryId) {
      const token = newToken()
      const expiresAt = sql`now() + make_interval(days => ${planLinkDays})`
      await tx.insert(planLinks).values({ tokenHash: hashToken(token), entryId, expiresAt })
      return urlOf(paths.plan(token))
    },
  }
}

async function findSentOffer(db: Queryable, entryId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ uid: offers.uid })
    .from(offers)
    .where(and(eq(offers.entryId, entryId), eq(offers.status, 'sent'), sql`${offers.expiresAt} > now()`))
  return row?.uid
}
