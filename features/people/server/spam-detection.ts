import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { networkKey, visitorKey } from '../../../core/server/http/limits/client-network.ts'
import { readDayHash } from '../../../core/server/http/limits/daily-hash.ts'
import { countEvent, raiseCount } from '../../../core/server/http/limits/rate-counter.ts'
import type { EntryForm } from '../contract/people.ts'
import { entryTables } from './entry-tables.ts'
import { spendStart } from './form-start.ts'
import { hashTexts } from './hash-texts.ts'
import { withdrawPlanMails } from './plan-links.ts'
import type { Submission, SubmissionContext } from './submission-context.ts'

/** Max submissions of one form in a time window. Further ones count as spam. */
export const submissionLimits = { minutes: 10, perVisitor: 30, perNetwork: 300 }
const windowSeconds = submissionLimits.minutes * 60
/** Max submissions of a network in a few seconds. No network of people reaches this rate. */
const burst = { seconds: 10, perNetwork: 100 }
/**
 * Max entries of a network that are accepted during a flood because they have a token from our page (form-start.ts).
 * The number is limited because bots can get such tokens, too.
 */
const vouchedPerNetwork = 30
/** Max addresses that may send the same text within an hour. Texts below `shortest` are too common to count. */
const sameText = { minutes: 60, addresses: 10, shortest: 12 }

/**
 * Decides whether an entry (a submitted form) is spam (docs/decisions/013-machines.md). A flood, or the same text under
 * many addresses, also marks the earlier entries of the same sender. Apart from that and from a link in the name, what
 * people write is not judged.
 */
export async function detectSpam(tx: Queryable, submission: Submission, context: SubmissionContext) {
  const { form } = submission
  const hash = await readDayHash(tx)
  const networkHash = hash(networkKey(context.ip))
  const visitorHash = hash(visitorKey(context.ip))
  const isVouchedFor = await countVouchedFor(tx, form, context.start, networkHash)
  const visitor = await countEvent(tx, `${form}:visitor:${visitorHash}`, windowSeconds)
  const isFlood = await countFlood(tx, form, networkHash)
  const textHash = hashLongest(submission.texts)
  const isCopied = textHash !== null && (await isUnderManyAddresses(tx, submission, textHash))
  return {
    suspect:
      context.honeypot !== '' ||
      visitor.count > submissionLimits.perVisitor ||
      (isFlood && !isVouchedFor) ||
      isCopied ||
      hasLink(submission.name),
    textHash,
    // Entries with a token from our page have no network hash, so that a flood in their network does not mark them.
    networkHash: isVouchedFor ? null : networkHash,
  }
}

type Sent = { email: string; context: SubmissionContext; perAddress: number }

/**
 * Counts a form of another feature. Returns true if a bot filled in the honeypot, or if the visitor or the network sent
 * too many, or if more than `perAddress` have come with an address in a day: visitors can enter that of someone else.
 */
export async function isFlooded(tx: Queryable, form: string, { email, context, perAddress }: Sent) {
  const hash = await readDayHash(tx)
  const isOver = async (what: string, key: string, max: number, seconds = windowSeconds) =>
    (await countEvent(tx, `${form}:${what}:${hash(key)}`, seconds)).count > max
  const isFlood = [
    await isOver('visitor', visitorKey(context.ip), submissionLimits.perVisitor),
    await isOver('network', networkKey(context.ip), submissionLimits.perNetwork),
    await isOver('address', email.toLowerCase(), perAddress, 24 * 60 * 60),
  ].includes(true)
  return context.honeypot !== '' || isFlood
}

/** Counts one entry of a network. Returns true during a flood; when it begins, earlier entries are marked as spam. */
async function countFlood(tx: Queryable, form: EntryForm, networkHash: string): Promise<boolean> {
  const network = `${form}:network:${networkHash}`
  const long = await countEvent(tx, network, windowSeconds)
  const short = await countEvent(tx, `${form}:burst:${networkHash}`, burst.seconds)
  const { perNetwork } = submissionLimits
  const begins = long.count === perNetwork + 1 || (short.count > burst.perNetwork && long.count <= perNetwork)
  if (begins) {
    // From now on, every entry of the network exceeds its limit.
    await raiseCount(tx, network, perNetwork + 1)
    await markAsSpam(
      tx,
      form,
      sql`network_hash = ${networkHash} and created_at > now() - make_interval(mins => ${submissionLimits.minutes})`,
    )
  }
  return begins || long.count > perNetwork
}

/** True if the entry has a token from our own page (form-start.ts), up to a limited number of entries per network */
async function countVouchedFor(
  tx: Queryable,
  form: EntryForm,
  start: string | undefined,
  networkHash: string,
): Promise<boolean> {
  if (start === undefined || !(await spendStart(tx, start))) return false
  const { count } = await countEvent(tx, `${form}:vouched:${networkHash}`, windowSeconds)
  return count <= vouchedPerNetwork
}

/** Returns true if many addresses sent the same text, and marks those earlier entries as spam, too. */
async function isUnderManyAddresses(tx: Queryable, { form, email }: Submission, textHash: string) {
  // The lock lets simultaneous entries see each other. An entry takes it last, so there are no deadlocks.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${textHash}, 1))`)
  const recent = sql`text_hash = ${textHash} and created_at > now() - make_interval(mins => ${sameText.minutes})`
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(distinct lower(email))::int as count from ${entryTables[form]}
      where ${recent} and cleared_at is null and lower(email) <> lower(${email})`,
  )
  if ((rows[0]?.count ?? 0) < sameText.addresses) return false
  await markAsSpam(tx, form, recent)
  return true
}

/** Marks unreviewed entries as spam and drops their pending notices. */
async function markAsSpam(tx: Queryable, form: EntryForm, which: SQL): Promise<void> {
  // A notice has the time of its entry, because both are written in one transaction.
  await tx.execute(
    sql`with spam as (
        update ${entryTables[form]} set suspected_at = now()
        where ${which} and suspected_at is null and cleared_at is null and status = 'new'
        returning lower(email) as email, created_at)
      delete from lead_notices where (email, created_at) in (select email, created_at from spam)`,
  )
  if (form === 'waitlist') await withdrawPlanMails(tx, sql`${which} and suspected_at is not null`)
}

/** Hash of the longest text only, because bots vary the shorter ones */
function hashLongest(texts: string[]): string | null {
  const [longest = ''] = texts.map(wordsOf).toSorted((a, b) => b.length - a.length)
  return longest.length < sameText.shortest ? null : hashTexts([longest])
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim()

export function hasLink(name: string): boolean {
  return /:\/\/|\bwww\.|\b[a-z0-9-]+\.[a-z]{2,}\//i.test(name)
}
