import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { hashToken } from '../../../core/server/http/tokens.ts'
import { attendees, gatherings } from '../schema.ts'
import { newCertificateNumber } from './certificate-number.ts'
import { createFeedbackTokens } from './feedback.ts'

export type Gathering = {
  /** The `uid` of the row to which it belongs */
  uid: string
  /** The name by which its feature can be switched off */
  feature: string
  title: string
  day: string
  /** Local time such as 12:00 */
  endsAt: string
  timeZone: string
  /** False once it is canceled */
  isHeld: boolean
}

/** Stores a day that people attend, or its changes. Feedback is asked for at its end, but not before 6 PM. */
export async function saveGathering(tx: Queryable, { uid, endsAt, ...facts }: Gathering): Promise<void> {
  const end = endsAt > '18:00' ? endsAt : '18:00'
  const askAt = sql`(${facts.day}::date + ${end}::time) at time zone ${facts.timeZone}`
  await tx
    .insert(gatherings)
    .values({ uid, ...facts, askAt })
    .onConflictDoUpdate({ target: gatherings.uid, set: { ...facts, askAt } })
}

/** Begins the keys of those whom the office can remove, because they are on no other list */
export const addedKey = 'added:'

export type Mark = {
  /** Names the person within the gathering */
  key: string
  name: string
  /** Empty for none */
  email: string
  came: boolean
  /** The time when it was noted, by the clock of the device: ISO 8601 */
  at: string
}

/** Notes who came. A mark that is older than the one that is known changes nothing, so it can be sent again. */
export async function markAttendance(tx: Queryable, uid: string, marks: Mark[]): Promise<void> {
  const [gathering] = await tx.select({ id: gatherings.id }).from(gatherings).where(eq(gatherings.uid, uid))
  const byTime = marks.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const latest = new Map(byTime.map((mark) => [mark.key, mark])).values()
  // By key, so that two devices never wait for each other in a circle.
  const ordered = [...latest].sort((a, b) => a.key.localeCompare(b.key))
  if (!gathering || ordered.length === 0) return
  // A clock that is fast must not outdo all later marks.
  const noted = (at: string) => sql`least(${at}::timestamptz, now())`
  const makeToken = await createFeedbackTokens(tx)
  await tx
    .insert(attendees)
    .values(
      ordered.map(({ key, name, email, came, at }) => {
        const uid = randomUUID()
        return {
          ...{ uid, gatheringId: gathering.id, key, name, email },
          certificate: newCertificateNumber(),
          tokenHash: hashToken(makeToken(uid)),
          cameAt: came ? noted(at) : null,
          markedAt: noted(at),
        }
      }),
    )
    .onConflictDoUpdate({
      target: [attendees.gatheringId, attendees.key],
      set: {
        name: sql`excluded.name`,
        email: sql`excluded.email`,
        cameAt: sql`case when excluded.came_at is not null then coalesce(${attendees.cameAt}, excluded.came_at) end`,
        markedAt: sql`excluded.marked_at`,
      },
      // A person who was erased stays without a name.
      setWhere: sql`excluded.marked_at > ${attendees.markedAt} and ${attendees.name} <> ''`,
    })
}

/** The keys of those who came, by the `uid` of their gathering */
export async function readCame(db: Queryable, uids: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({
      uid: gatherings.uid,
      keys: sql<string[]>`array_agg(${attendees.key} order by ${attendees.id})`,
    })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .where(and(inArray(gatherings.uid, uids), isNotNull(attendees.cameAt)))
    .groupBy(gatherings.uid)
  return new Map(rows.map(({ uid, keys }) => [uid, keys]))
}

/** Numbers about those who came, as SQL for the gatherings whose `uid` is among these */
export function followUpFigures(uids: SQL) {
  const about = <Value>(what: SQL) => sql<Value>`(select ${what} from attendees
    join gatherings on gatherings.id = gathering_id where gatherings.uid in (${uids}) and came_at is not null)`
  return {
    came: about<number>(sql`count(*)::int`),
    answers: about<number>(sql`count(rating)::int`),
    /** From 1 to 5; null until someone answers */
    rating: about<number | null>(sql`avg(rating)::float`),
  }
}
