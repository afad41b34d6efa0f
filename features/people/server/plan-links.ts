import { eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { defineSetting } from '../../../core/server/db/settings.ts'
import { hashToken, newToken } from '../../../core/server/http/tokens.ts'
import type { MailHooks } from '../../../core/server/mail/mail-hooks.ts'
import { notUnderWay } from '../../../core/server/mail/outbox.ts'
import { sweepLinks } from '../../../core/server/mail/request-links.ts'
import { withdrawMails } from '../../../core/server/mail/unsent-mails.ts'
import { planSettings } from '../contract/plan.ts'
import { trainingWaitlist } from '../schema/entries.ts'
import { planAnswers, planLinks } from '../schema/plan.ts'

/** Days for which a link works. For a link in an email, they start when the email is sent. */
export const planLinkDays = 60
/** Days after which an expired link is forgotten. Until then, its page says that it has expired. */
const forgottenAfterDays = 90
/** Max links of an entry. A new one replaces the oldest. */
const maxLinks = 20

export const { read: readPlanSettings, write: writePlanSettings } = defineSetting('plan', planSettings, {
  emailLink: false,
})

const expiry = sql`now() + make_interval(days => ${planLinkDays})`

/**
 * Makes a link to the questions about one entry. A suspect entry gets one, too, so that the response does not reveal
 * that it is in Spam.
 */
export async function createPlanLink(
  db: Queryable,
  entryId: number,
  /** The token that an email has, and the id of the email */
  { token = newToken(), messageId }: { token?: string; messageId?: number } = {},
): Promise<{ token: string; expiresAt: Date }> {
  const { expiresAt } = oneRow(
    await db
      .insert(planLinks)
      .values({ tokenHash: hashToken(token), entryId, expiresAt: expiry, messageId: messageId ?? null })
      .returning({ expiresAt: planLinks.expiresAt }),
  )
  if (messageId === undefined)
    await db.execute(sql`
      delete from plan_links where token_hash in (
        select token_hash from plan_links where entry_id = ${entryId} and message_id is null
        order by created_at desc, token_hash offset ${maxLinks})`)
  return { token, expiresAt }
}

/** True if there is a waitlist entry with this id. */
export async function hasWaitlistEntry(db: Queryable, id: number): Promise<boolean> {
  return (await db.$count(trainingWaitlist, eq(trainingWaitlist.id, id))) > 0
}

/** Finds the entry of a link. `over`: the link has expired, or the person was deleted. */
export async function findPlanLink(
  db: Queryable,
  token: string,
): Promise<{ state: 'open'; entryId: number; isAnswered: boolean } | { state: 'over' } | undefined> {
  const [link] = await db
    .select({
      entryId: planLinks.entryId,
      isAnswered: sql<boolean>`exists (select from ${planAnswers} where ${planAnswers.entryId} = ${planLinks.entryId})`,
      isOpen: sql<boolean>`${planLinks.expiresAt} > now() and ${trainingWaitlist.deletedAt} is null`,
    })
    .from(planLinks)
    .innerJoin(trainingWaitlist, eq(trainingWaitlist.id, planLinks.entryId))
    .where(eq(planLinks.tokenHash, hashToken(token)))
  if (!link) return undefined
  const { isOpen, ...found } = link
  return isOpen ? { state: 'open', ...found } : { state: 'over' }
}

const linkDropped = 'It wasn’t sent in time, so its link no longer works.'

/** The emails with a link. Their links begin to expire when they are sent. */
export const planMailHooks: MailHooks = {
  plan: {
    async onSent(tx, messageId) {
      await renewLink(tx, messageId)
    },
    async beforeResend(tx, messageId) {
      return (await renewLink(tx, messageId)) ? undefined : { withdraw: linkDropped }
    },
  },
}

/** Lets the link of an email work for its full time from now on. Returns false if there is no such link. */
export async function renewLink(tx: Queryable, messageId: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(planLinks)
    .set({ expiresAt: expiry })
    .where(eq(planLinks.messageId, messageId))
  return rowCount !== 0
}

/** Cancels the unsent emails about entries (a condition for `training_waitlist`) that were marked as spam or deleted. */
export async function withdrawPlanMails(tx: Queryable, entries: SQL): Promise<void> {
  const theirs = sql`id in (select message_id from plan_links
    where entry_id in (select id from training_waitlist where ${entries})) and ${notUnderWay}`
  await withdrawMails(tx, theirs, 'The entry was moved to Spam or deleted.')
}

/** Forgets links that expired long ago, and cancels unsent emails that contain one. */
export function sweepPlanLinks(db: Queryable): Promise<void> {
  const isOld = sql`expires_at < now() - make_interval(days => ${forgottenAfterDays})`
  return sweepLinks(db, planLinks, isOld, linkDropped)
}
