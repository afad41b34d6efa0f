import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { newsletterBox } from '../../content/newsletter.ts'
import { isEmailAddress } from '../../contracts/email.ts'
import type { Frequency, Subscriber, SubscriberQuery } from '../../contracts/newsletter.ts'
import { paths } from '../../contracts/paths.ts'
import { hashToken, newToken } from '../accounts/tokens.ts'
import type { Queryable } from '../db/connect.ts'
import { countRows } from '../db/count.ts'
import { newsletterConfirmations, newsletterSubscriptions } from '../db/schema.ts'
import { networkKey, visitorKey } from '../http/address.ts'
import { countEvent } from '../http/rate-counter.ts'
import type { WriteLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/outbox.ts'
import { linkMark } from '../mail/sealed.ts'
import type { Arrival } from '../people/intake.ts'

const confirmationDays = 7
const countingSeconds = 10 * 60
const perVisitor = 30
const perNetwork = 300
/** Mails to one address in a day: nobody's inbox is filled by others. */
const perAddress = 3

const sameAddress = (email: string) => sql`lower(${newsletterSubscriptions.email}) = lower(${email})`

/** Sends the mail with the button. Whoever asks learns nothing: a known address and a machine are answered the same. */
export async function askToSubscribe(
  db: Queryable,
  email: string,
  arrival: Arrival,
  { writeLetter, publicUrl }: { writeLetter: WriteLetter; publicUrl: string },
): Promise<void> {
  const letter = await writeLetter({ letter: 'confirmSubscription', props: { link: linkMark } })
  const token = newToken()
  await db.transaction(async (tx) => {
    const visitor = await countEvent(tx, `newsletter:visitor:${visitorKey(arrival.ip)}`, countingSeconds)
    const network = await countEvent(tx, `newsletter:network:${networkKey(arrival.ip)}`, countingSeconds)
    const address = await countEvent(tx, `newsletter:address:${hashToken(email.toLowerCase())}`, 24 * 60 * 60)
    const isMachine = arrival.honeypot !== '' || visitor.count > perVisitor || network.count > perNetwork
    if (isMachine || address.count > perAddress) return
    const [known] = await tx
      .select({ id: newsletterSubscriptions.id })
      .from(newsletterSubscriptions)
      .where(and(sameAddress(email), newsletterSubscriptions.isActive))
    if (known) return
    await tx.insert(newsletterConfirmations).values({
      tokenHash: hashToken(token),
      email,
      consent: newsletterBox.consent,
      source: arrival.source ?? null,
      expiresAt: sql`now() + make_interval(days => ${confirmationDays})`,
    })
    const link = publicUrl + paths.newsletterConfirm(token)
    await queueMail(tx, { kind: 'confirmation', to: email, link, ...letter })
  })
}

export async function isConfirmable(db: Queryable, token: string): Promise<boolean> {
  const rows = await db
    .select({ email: newsletterConfirmations.email })
    .from(newsletterConfirmations)
    .where(confirmable(token))
  return rows.length > 0
}

/** Spends the link, once; the subscription's own token, or undefined where the link is unknown, old or spent. */
export async function confirmSubscription(db: Queryable, token: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [asked] = await tx.delete(newsletterConfirmations).where(confirmable(token)).returning()
    if (!asked) return undefined
    const { email, consent, source, createdAt: askedAt } = asked
    const agreed = { consent, source, askedAt }
    return (await subscribe(tx, email, agreed)).token
  })
}

function confirmable(token: string) {
  return and(
    eq(newsletterConfirmations.tokenHash, hashToken(token)),
    gt(newsletterConfirmations.expiresAt, sql`now()`),
  )
}

/** Forgets who never pressed the button, and the mails whose button is too old to work. */
export async function sweepConfirmations(db: Queryable): Promise<void> {
  await db.execute(sql`
    with expired as (delete from newsletter_confirmations where expires_at <= now() returning lower(email) as email)
    delete from outbox_messages where kind = 'confirmation' and lower(recipient) in (select email from expired)
      and created_at <= now() - make_interval(days => ${confirmationDays})`)
}

async function subscribe(
  tx: Queryable,
  email: string,
  agreed: { consent: string; source: string | null; askedAt: Date },
): Promise<{ token: string }> {
  const values = { ...agreed, isActive: true, subscribedAt: sql`now()`, endedAt: null, endReason: null }
  const [back] = await tx
    .update(newsletterSubscriptions)
    .set(values)
    .where(sameAddress(email))
    .returning({ token: newsletterSubscriptions.token })
  if (back) return back
  const [row] = await tx
    .insert(newsletterSubscriptions)
    .values({ email, ...values })
    .returning({ token: newsletterSubscriptions.token })
  if (!row) throw new Error('an insert returned no row')
  return row
}

export async function findSubscription(
  db: Queryable,
  token: string,
): Promise<{ email: string; isActive: boolean; frequency: Frequency } | undefined> {
  const [row] = await db
    .select({
      email: newsletterSubscriptions.email,
      isActive: newsletterSubscriptions.isActive,
      frequency: newsletterSubscriptions.frequency,
    })
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.token, token))
  return row && { ...row, frequency: row.frequency as Frequency }
}

/** False where there is no such subscription. */
export async function unsubscribe(db: Queryable, token: string): Promise<boolean> {
  const rows = await db
    .update(newsletterSubscriptions)
    .set({
      isActive: false,
      endedAt: sql`coalesce(${newsletterSubscriptions.endedAt}, now())`,
      endReason: sql`coalesce(${newsletterSubscriptions.endReason}, 'unsubscribed')`,
    })
    .where(eq(newsletterSubscriptions.token, token))
    .returning({ id: newsletterSubscriptions.id })
  return rows.length > 0
}

/** For whoever left by a slip. An address that takes no mail stays out. */
export async function comeBack(db: Queryable, token: string): Promise<void> {
  await db
    .update(newsletterSubscriptions)
    .set({ isActive: true, endedAt: null, endReason: null })
    .where(
      and(eq(newsletterSubscriptions.token, token), eq(newsletterSubscriptions.endReason, 'unsubscribed')),
    )
}

export async function chooseFrequency(db: Queryable, token: string, frequency: Frequency): Promise<void> {
  await db.update(newsletterSubscriptions).set({ frequency }).where(eq(newsletterSubscriptions.token, token))
}

/** The mail server says that the address takes no mail: nothing more goes there. */
export async function disableAddress(tx: Queryable, email: string): Promise<void> {
  await tx
    .update(newsletterSubscriptions)
    .set({ isActive: false, endedAt: sql`now()`, endReason: 'bounced' })
    .where(and(sameAddress(email), newsletterSubscriptions.isActive))
}

export async function listSubscribers(
  db: Queryable,
  { q = '', cursor, limit }: SubscriberQuery,
): Promise<{ rows: Subscriber[]; next: number | undefined; total: string }> {
  const pattern = `%${q.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = pattern === '%%' ? undefined : sql`${newsletterSubscriptions.email} ilike ${pattern}`
  const [all, total] = await Promise.all([
    db
      .select()
      .from(newsletterSubscriptions)
      .where(and(found, cursor === undefined ? undefined : lt(newsletterSubscriptions.id, cursor)))
      .orderBy(desc(newsletterSubscriptions.id))
      .limit(limit + 1),
    countRows(db, newsletterSubscriptions, found),
  ])
  const rows = all.slice(0, limit).map((row) => ({
    id: row.id,
    email: row.email,
    isActive: row.isActive,
    frequency: row.frequency as Frequency,
    subscribedAt: row.subscribedAt.toISOString(),
    consent: row.consent,
    source: row.source,
    endedAt: row.endedAt?.toISOString() ?? null,
    endReason: row.endReason,
  }))
  return { rows, next: all.length > limit ? rows.at(-1)?.id : undefined, total }
}

export async function removeSubscriber(db: Queryable, id: number): Promise<boolean> {
  const rows = await db
    .update(newsletterSubscriptions)
    .set({ isActive: false, endedAt: sql`now()`, endReason: 'removed' })
    .where(eq(newsletterSubscriptions.id, id))
    .returning({ id: newsletterSubscriptions.id })
  return rows.length > 0
}

/**
 * Takes addresses that an admin brings along. Whoever is known stays as they are: nobody who left is brought back.
 */
export async function importSubscribers(
  db: Queryable,
  text: string,
  consent: string,
): Promise<{ added: number; known: number; refused: string[]; refusedCount: number }> {
  const cells = text
    .split(/\r?\n/)
    .map((line) => (/^\s*"?([^",;\t]*)/.exec(line)?.[1] ?? '').trim())
    .filter((cell) => cell !== '' && !/^e-?mail( address)?$/i.test(cell))
  const addresses = [
    ...new Map(cells.filter(isEmailAddress).map((cell) => [cell.toLowerCase(), cell])).values(),
  ]
  const refused = cells.filter((cell) => !isEmailAddress(cell))
  let added = 0
  for (let at = 0; at < addresses.length; at += 1000) {
    const rows = await db
      .insert(newsletterSubscriptions)
      .values(
        addresses
          .slice(at, at + 1000)
          .map((email) => ({ email, consent, source: 'import', askedAt: sql`now()` })),
      )
      .onConflictDoNothing()
      .returning({ id: newsletterSubscriptions.id })
    added += rows.length
  }
  return {
    added,
    known: addresses.length - added,
    refused: refused.slice(0, 10),
    refusedCount: refused.length,
  }
}
