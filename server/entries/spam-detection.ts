import { type SQL, sql } from 'drizzle-orm'
import type { EntryForm } from '../../contracts/people.ts'
import type { Queryable } from '../db/connect.ts'
import { networkKey, visitorKey } from '../http/limits/client-network.ts'
import { readDayHash } from '../http/limits/daily-hash.ts'
import { countEvent, raiseCount } from '../http/limits/rate-counter.ts'
import { entryTables } from './entry-tables.ts'
import { spendStart } from './form-start.ts'
import { hashTexts } from './hash-texts.ts'
import type { NewEntry, SubmissionContext } from './record-submission.ts'

/** Submissions of one form in a time window, above which they count as spam. */
export const submissionLimits = { minutes: 10, perVisitor: 30, perNetwork: 300 }
const windowSeconds = submissionLimits.minutes * 60
/** So much in so short a time is no place with people in it. */
const burst = { seconds: 10, perNetwork: 100 }
/** As many of a network get through during a flood: a machine can do all that our own page does. */
const vouchedPerNetwork = 30
/** As many addresses may send the same words within an hour. A shorter text is anybody's. */
const sameText = { minutes: 60, addresses: 10, shortest: 12 }

export type Suspicion = { suspect: boolean; textHash: string | null; networkHash: string | null }

/**
 * Whether an entry looks like a machine's: docs/decisions/013-machines.md. A flood and a text under many addresses also
 * put aside what came before them from the same machine. The fields of a form alone are never a reason.
 */
export async function looksLikeMachine(
  tx: Queryable,
  incoming: NewEntry,
  arrival: SubmissionContext,
): Promise<Suspicion> {
  const { form } = incoming
  const hash = await readDayHash(tx)
  const networkHash = hash(networkKey(arrival.ip))
  const visitorHash = hash(visitorKey(arrival.ip))
  const isVouchedFor = await countVouchedFor(tx, form, arrival.start, networkHash)
  const visitor = await countEvent(tx, `${form}:visitor:${visitorHash}`, windowSeconds)
  const isFlood = await countFlood(tx, form, networkHash)
  const textHash = hashLongest(incoming.texts)
  const isCopied = textHash !== null && (await isUnderManyAddresses(tx, incoming, textHash))
  return {
    suspect:
      arrival.honeypot !== '' ||
      visitor.count > submissionLimits.perVisitor ||
      (isFlood && !isVouchedFor) ||
      isCopied ||
      hasLink(incoming.name),
    textHash,
    // What our own page vouches for is not swept away with a flood.
    networkHash: isVouchedFor ? null : networkHash,
  }
}

/** Counts one entry of a network and says whether it floods us; what it sent before is put aside, too. */
async function countFlood(tx: Queryable, form: EntryForm, networkHash: string): Promise<boolean> {
  const network = `${form}:network:${networkHash}`
  const long = await countEvent(tx, network, windowSeconds)
  const short = await countEvent(tx, `${form}:burst:${networkHash}`, burst.seconds)
  const { perNetwork } = submissionLimits
  const begins = long.count === perNetwork + 1 || (short.count > burst.perNetwork && long.count <= perNetwork)
  if (begins) {
    // From now on every entry of the network is above its limit.
    await raiseCount(tx, network, perNetwork + 1)
    await putAside(
      tx,
      form,
      sql`network_hash = ${networkHash} and created_at > now() - make_interval(mins => ${submissionLimits.minutes})`,
    )
  }
  return begins || long.count > perNetwork
}

/** Whether our own page stands for an entry. From the first one on it does so only for some of each network. */
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

/** The same words under many addresses: those that came before are put aside, too. */
async function isUnderManyAddresses(tx: Queryable, { form, email }: NewEntry, textHash: string) {
  // Two at once must see each other. The last lock that an entry takes, so that no two wait for one another.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${textHash}, 1))`)
  const recent = sql`text_hash = ${textHash} and created_at > now() - make_interval(mins => ${sameText.minutes})`
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(distinct lower(email))::int as count from ${entryTables[form]}
      where ${recent} and cleared_at is null and lower(email) <> lower(${email})`,
  )
  if ((rows[0]?.count ?? 0) < sameText.addresses) return false
  await putAside(tx, form, recent)
  return true
}

/** Those that nobody of us has looked at yet; nobody is told of them any more. */
async function putAside(tx: Queryable, form: EntryForm, which: SQL): Promise<void> {
  // A notice has the moment of its entry: both are written in one transaction.
  await tx.execute(
    sql`with aside as (
        update ${entryTables[form]} set suspected_at = now()
        where ${which} and suspected_at is null and cleared_at is null and status = 'new'
        returning lower(email) as email, created_at)
      delete from lead_notices where (email, created_at) in (select email, created_at from aside)`,
  )
}

/** Of the longest text alone, because a machine changes the others from one copy to the next. */
function hashLongest(texts: string[]): string | null {
  const [longest = ''] = texts.map(wordsOf).toSorted((a, b) => b.length - a.length)
  return longest.length < sameText.shortest ? null : hashTexts([longest])
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim()

function hasLink(name: string): boolean {
  return /:\/\/|\bwww\.|\b[a-z0-9-]+\.[a-z]{2,}\//i.test(name)
}
