import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { rights } from '../../../core/contract/roles.ts'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { listNewest } from '../../../core/server/db/newest-rows.ts'
import type { Page } from '../../../core/server/db/page.ts'
import { hashToken, newToken } from '../../../core/server/http/tokens.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { linkMark } from '../../../core/server/mail/encrypted-link.ts'
import { mailKind, notUnderWay, queueMail } from '../../../core/server/mail/outbox.ts'
import { unsentLinkExpiry } from '../../../core/server/mail/request-links.ts'
import { deleteMails, withdrawMails } from '../../../core/server/mail/unsent-mails.ts'
import { isFlooded } from '../../people/server/spam-detection.ts'
import type { SubmissionContext } from '../../people/server/submission-context.ts'
import { findPostTitles } from '../../posts/server/reading/post-titles.ts'
import { nameOfPage } from '../../site/contract/page-name.ts'
import type { EndReason, Frequency, Subscriber, SubscriberQuery } from '../contract/newsletter.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { newsletterPageNames } from '../contract/newsletter-words.ts'
import { newsletterConfirmations, newsletterCopies, newsletterSubscriptions } from '../schema.ts'
import type { SubscriptionProps } from '../web/subscription.tsx'
import { recordActivity } from './actions.ts'

/** The link puts the recipient on the list. A pending sign-up needs the email, which is deleted when it expires. */
export const confirmationMail = mailKind('confirmation', 'Confirmation', 10, {
  role: rights.sendToLists,
  isRequest: true,
  isKept: true,
})

/** Max emails to one address in a day, so that no one can flood another person's inbox. */
const perAddress = 3

const active = { isActive: true, endedAt: null, endReason: null }

const sameAddress = (email: string) => sql`lower(${newsletterSubscriptions.email}) = lower(${email})`

/**
 * Emails a confirmation link. `consent` is the text that the visitor agreed to. The result does not reveal whether the
 * address is known or the visitor is a bot.
 */
export async function askToSubscribe(
  db: Queryable,
  email: string,
  arrival: SubmissionContext,
  { writeEmail, publicUrl, consent }: { writeEmail: WriteEmail; publicUrl: string; consent: string },
): Promise<void> {
  const content = await writeEmail({ template: 'confirmSubscription', props: { link: linkMark } })
  const token = newToken()
  await db.transaction(async (tx) => {
    if (await isFlooded(tx, 'newsletter', { email, context: arrival, perAddress })) return
    const isTheirs = and(sameAddress(email), newsletterSubscriptions.isActive)
    if ((await tx.$count(newsletterSubscriptions, isTheirs)) > 0) return
    const link = publicUrl + newsletterPaths.confirm(token)
    const messageId = await queueMail(tx, { kind: confirmationMail, to: email, link, ...content })
    await tx.insert(newsletterConfirmations).values({
      tokenHash: hashToken(token),
      email,
      consent,
      source: arrival.source ?? null,
      expiresAt: unsentLinkExpiry(),
      messageId,
    })
  })
}

/** Finds a confirmation link that still works. If it was used, `own` is the token of the subscription. */
export async function findConfirmation(
  db: Queryable,
  token: string,
): Promise<{ state: 'open' } | { state: 'done'; own: string } | undefined> {
  const [confirmation] = await db
    .select({ spentAt: newsletterConfirmations.spentAt, own: newsletterSubscriptions.token })
    .from(newsletterConfirmations)
    .leftJoin(
      newsletterSubscriptions,
      and(
        sql`lower(${newsletterSubscriptions.email}) = lower(${newsletterConfirmations.email})`,
        newsletterSubscriptions.isActive,
      ),
    )
    .where(confirmable(token))
  if (!confirmation) return undefined
  if (!confirmation.spentAt) return { state: 'open' }
  return confirmation.own === null ? undefined : { state: 'done', own: confirmation.own }
}

/** Spends the link once, so that it never resubscribes someone who has unsubscribed since. */
export async function confirmSubscription(db: Queryable, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [confirmation] = await tx
      .update(newsletterConfirmations)
      .set({ spentAt: sql`now()` })
      .where(and(confirmable(token), isNull(newsletterConfirmations.spentAt)))
      .returning()
    if (!confirmation) return
    const { email, consent, source, createdAt: askedAt } = confirmation
    await subscribe(tx, email, { consent, source, askedAt })
  })
}

function confirmable(token: string) {
  return and(
    eq(newsletterConfirmations.tokenHash, hashToken(token)),
    gt(newsletterConfirmations.expiresAt, sql`now()`),
  )
}

/** Forgets people who never clicked the button, and the emails whose button no longer works. */
export async function sweepConfirmations(db: Queryable): Promise<void> {
  await db.transaction(async (tx) => {
    const isExpired = lte(newsletterConfirmations.expiresAt, sql`now()`)
    const { messageId } = newsletterConfirmations
    const expired = await tx.delete(newsletterConfirmations).where(isExpired).returning({ messageId })
    await deleteMails(tx, sql`id = any(${sql.param(expired.map((row) => row.messageId))}::int[])`)
  })
}

async function subscribe(
  tx: Queryable,
  email: string,
  agreed: { consent: string; source: string | null; askedAt: Date },
): Promise<void> {
  const values = { ...agreed, ...active, subscribedAt: sql`now()` }
  const { rowCount } = await tx.update(newsletterSubscriptions).set(values).where(sameAddress(email))
  if (rowCount === 0) await tx.insert(newsletterSubscriptions).values({ email, ...values })
}

/**
 * Finds a subscription by the token in its links. People who unsubscribed (`left`) can resubscribe; people whose
 * address bounced or who were removed (`ended`) must sign up again.
 */
export async function findSubscription(
  db: Queryable,
  token: string,
): Promise<Omit<SubscriptionProps, 'token' | 'saved'> | undefined> {
  const [row] = await db
    .select()
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.token, token))
  if (!row) return undefined
  const { email, frequency, isActive, endReason } = row
  const state = isActive ? 'active' : endReason === 'unsubscribed' ? 'left' : 'ended'
  return { email, frequency, state }
}

/** Unsubscribes a person. Returns false if there is no such subscription. */
export const unsubscribe = (db: Queryable, token: string): Promise<boolean> =>
  endSubscription(db, eq(newsletterSubscriptions.token, token), 'unsubscribed')

/** Removes a subscriber. Returns false if there is no such subscription. */
export function removeSubscriber(db: Queryable, by: ActingUser, id: number): Promise<boolean> {
  return endSubscription(db, eq(newsletterSubscriptions.id, id), 'removed', (tx) =>
    recordActivity(tx, { action: 'subscriber-removed', by, about: ['subscriber', id] }),
  )
}

async function endSubscription(
  db: Queryable,
  which: SQL,
  reason: EndReason,
  onEnded?: (tx: Queryable) => Promise<void>,
): Promise<boolean> {
  await db.transaction(async (tx) => {
    if ((await endSubscriptions(tx, which, reason)) > 0) await onEnded?.(tx)
  })
  return (await db.$count(newsletterSubscriptions, which)) > 0
}

/** Reason that the Outbox shows for emails to people who are no longer subscribed */
export const noLongerSubscribed = { withdraw: 'This person no longer gets the newsletter.' }

/** Ends active subscriptions and withdraws their emails in the outbox. Returns the number of ended subscriptions. */
export async function endSubscriptions(
  db: Queryable,
  which: SQL,
  reason: EndReason,
  at: SQL = sql`now()`,
): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(newsletterSubscriptions)
      .set({ isActive: false, endedAt: at, endReason: reason })
      .where(and(which, newsletterSubscriptions.isActive))
      .returning({ id: newsletterSubscriptions.id })
    if (ended.length === 0) return 0
    const ids = ended.map(({ id }) => id)
    const copies = sql`status = 'queued' and ${notUnderWay} and id in (select message_id from newsletter_copies
      where ${inArray(newsletterCopies.subscriptionId, ids)})`
    await withdrawMails(tx, copies, noLongerSubscribed.withdraw)
    return ended.length
  })
}

/** Renews the consent of a person who unsubscribed. A bounced address stays inactive. */
export async function resubscribe(db: Queryable, token: string): Promise<void> {
  await db
    .update(newsletterSubscriptions)
    .set({ ...active, subscribedAt: sql`now()`, askedAt: sql`now()` })
    .where(
      and(eq(newsletterSubscriptions.token, token), eq(newsletterSubscriptions.endReason, 'unsubscribed')),
    )
}

export async function chooseFrequency(db: Queryable, token: string, frequency: Frequency): Promise<void> {
  await db.update(newsletterSubscriptions).set({ frequency }).where(eq(newsletterSubscriptions.token, token))
}

/** Reactivates one bounced address. Returns false if it did not bounce. */
export async function retryAddress(db: Queryable, id: number): Promise<boolean> {
  return (await reactivateBounced(db, eq(newsletterSubscriptions.id, id))) === 1
}

/** Reactivates bounced addresses and returns their number. */
export async function reactivateBounced(db: Queryable, which: SQL): Promise<number> {
  const { rowCount } = await db
    .update(newsletterSubscriptions)
    .set(active)
    .where(and(which, eq(newsletterSubscriptions.endReason, 'bounced')))
  return rowCount ?? 0
}

export async function listSubscribers(db: Queryable, query: SubscriberQuery): Promise<Page<Subscriber>> {
  const page = await listNewest(db, newsletterSubscriptions, query)
  const titles = await findPostTitles(db, [...new Set(page.rows.flatMap(({ source }) => source ?? []))])
  const nameOf = (path: string) => newsletterPageNames[path] ?? nameOfPage(path, titles.get(path))
  const rows = page.rows.map((row) => ({
    id: row.id,
    email: row.email,
    isActive: row.isActive,
    frequency: row.frequency,
    subscribedAt: row.subscribedAt.toISOString(),
    consent: row.consent,
    source: row.source,
    sourceName: row.source?.startsWith('/') ? nameOf(row.source) : null,
    endedAt: row.endedAt?.toISOString() ?? null,
    endReason: row.endReason,
  }))
  return { ...page, rows }
}
