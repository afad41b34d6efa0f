import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Config } from '../../../core/config.ts'
import { rights } from '../../../core/contract/roles.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { readDayHash } from '../../../core/server/http/limits/daily-hash.ts'
import { countEvent } from '../../../core/server/http/limits/rate-counter.ts'
import { hashToken, newToken } from '../../../core/server/http/tokens.ts'
import { enqueue, type Job } from '../../../core/server/jobs/queue.ts'
import { linkMark, openLink, sealLink } from '../../../core/server/mail/encrypted-link.ts'
import type { MailHooks } from '../../../core/server/mail/mail-hooks.ts'
import { mailKind, queueMail } from '../../../core/server/mail/outbox.ts'
import { requestLinkHooks, sweepLinks, unsentLinkExpiry } from '../../../core/server/mail/request-links.ts'
import type { Feature } from '../../manifest/feature.ts'
import { readSiteSettings } from '../../site/server/settings/site-source.ts'
import { privacyPaths } from '../contract/privacy-paths.ts'
import { dataLinks } from '../schema.ts'
import { dataMail } from '../words/your-data.ts'
import { recordActivity } from './actions.ts'
import { eraseNow } from './erase.ts'
import { hasTraces } from './traces.ts'

export const rightsMail = mailKind('rights', 'Personal data', 12, {
  role: rights.deletePeople,
  isRequest: true,
})

const maxLinksPerDay = 3

/** `sealed`: the address that a visitor typed, encrypted so that the queue holds no plain text */
export const dataLinkJob: Job<{ sealed: string }> = { name: 'data-link', seconds: 60, keptSeconds: 60 }

export const dataLinkMailHooks: MailHooks = {
  rights: requestLinkHooks(dataLinks, sql`interval '24 hours'`),
}

/**
 * Queues the email with the link. A job looks up whether we hold data about the address. If the request did that
 * itself, its response time would reveal the result.
 */
export async function requestDataLink(db: Database, address: string): Promise<void> {
  await enqueue(db, dataLinkJob, { sealed: await sealLink(db, address) })
}

/** Handler of the job: emails a link to an address that we hold data about, up to three times a day. */
export async function sendDataLink(
  { config, db, features }: { config: Config; db: Database; features: Feature[] },
  { sealed }: { sealed: string },
): Promise<void> {
  const address = await openLink(db, sealed)
  const site = await readSiteSettings(db, config.site)
  const email = address.toLowerCase()
  await db.transaction(async (tx) => {
    const hash = await readDayHash(tx)
    const { count } = await countEvent(tx, `data-link:${hash(email)}`, 24 * 60 * 60)
    if (count > maxLinksPerDay || !(await hasTraces(tx, features, email))) return
    const token = newToken()
    const url = new URL(privacyPaths.dataLink(token), site.publicUrl).href
    const messageId = await queueMail(tx, {
      kind: rightsMail,
      to: address,
      subject: dataMail.subject(site.name),
      text: dataMail.text(site.name, linkMark),
      link: url,
    })
    const expiresAt = unsentLinkExpiry()
    await tx.insert(dataLinks).values({ tokenHash: hashToken(token), email, expiresAt, messageId })
  })
}

export type Receipt = { at: string; counts: Record<string, number> }
/** Result of a link: the address of its owner or, after the deletion, the receipt */
export type DataLink = { email: string } | { receipt: Receipt }

/** Finds a link. Returns undefined if it is unknown or expired. */
export async function findDataLink(db: Queryable, token: string): Promise<DataLink | undefined> {
  const [row] = await db.select().from(dataLinks).where(isValid(token))
  if (row?.receipt) return { receipt: row.receipt }
  return row?.email ? { email: row.email } : undefined
}

/** Deletes everything about the link's owner. From then on, the link shows the receipt. */
export async function useDataLink(db: Database, features: Feature[], token: string) {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(dataLinks)
      .where(and(isValid(token), isNotNull(dataLinks.email)))
      .for('update')
    if (!row?.email) return undefined
    const counts = await eraseNow(tx, features, row.email, 'visitor')
    const receipt = { at: new Date().toISOString(), counts }
    await tx.execute(sql`delete from person_deletions where email = ${row.email}`)
    // Other links of the same person stop working.
    await tx
      .delete(dataLinks)
      .where(and(eq(dataLinks.email, row.email), sql`${dataLinks.tokenHash} <> ${row.tokenHash}`))
    await recordActivity(tx, { action: 'own-data-erased', by: 'visitor' })
    await tx.update(dataLinks).set({ email: null, receipt }).where(eq(dataLinks.tokenHash, row.tokenHash))
    return receipt
  })
}

/** Deletes expired links and withdraws unsent emails that contain one. */
export const sweepDataLinks = (db: Queryable) => sweepLinks(db, dataLinks, sql`expires_at < now()`)

const isValid = (token: string) =>
  and(eq(dataLinks.tokenHash, hashToken(token)), gt(dataLinks.expiresAt, sql`now()`))
