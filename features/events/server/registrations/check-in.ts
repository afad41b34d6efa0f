import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { refuse } from '../../../../core/server/errors.ts'
import { markAttendance, readCame } from '../../../follow-up/server/gatherings.ts'
import { type checkInSend, personKey, type WalkIn } from '../../contract/registrations.ts'
import { eventRegistrations, events } from '../../schema.ts'
import type { EventDeps, RegistrationRow } from '../event-row.ts'
import { register } from './registrations.ts'

type CheckIns = z.infer<typeof checkInSend.body>

/**
 * Takes what a device noted at the door, once, however often it is sent. Returns the walk-ins for whom no seat was left.
 * @throws RequestProblem if the date is not public
 */
export async function checkIn(
  db: Database,
  deps: EventDeps,
  event: { id: number; uid: string },
  { marks, walkIns }: CheckIns,
): Promise<string[]> {
  const full: string[] = []
  for (const walkIn of walkIns) if (!(await addWalkIn(db, deps, event.id, walkIn))) full.push(walkIn.uid)
  const arrived = walkIns.map(({ uid, at }) => ({ key: personKey(uid, 0), came: true, at }))
  const all = [...arrived, ...marks]
  const uids = all.map(({ key }) => uidOf(key))
  const isMarked = and(eq(eventRegistrations.eventId, event.id), inArray(eventRegistrations.uid, uids))
  await markPeople(db, event.uid, await db.select().from(eventRegistrations).where(isMarked), all)
  return full
}

async function addWalkIn(db: Database, deps: EventDeps, eventId: number, walkIn: WalkIn): Promise<boolean> {
  const { uid, name, email } = walkIn
  const values = { name, email, company: '', message: '', party: 1, names: [] }
  const arrival = { contentHash: '', isSuspect: false, walkInUid: uid }
  const { result } = await register(db, deps, eq(events.id, eventId), values, arrival)
  if (result === 'closed') throw refuse('This date isn’t public, so no one can be checked in.')
  return result === 'done'
}

/** Marks people of these registrations. Others, and those who canceled, are left out. */
function markPeople(tx: Queryable, eventUid: string, rows: RegistrationRow[], marks: CheckIns['marks']) {
  const people = marks.flatMap((mark) => {
    const row = rows.find(({ uid }) => uid === uidOf(mark.key))
    const person = row && personOf(row, Number(mark.key.split(':')[1]))
    return person ? { ...mark, ...person } : []
  })
  return markAttendance(tx, eventUid, people)
}

/** Gives those who were checked in the names and addresses that their registration has now. */
export async function markAgain(tx: Queryable, eventUid: string, row: RegistrationRow): Promise<void> {
  const keys = (await readCame(tx, [eventUid])).get(eventUid) ?? []
  const at = new Date().toISOString()
  const marks = keys.map((key) => ({ key, came: true, at }))
  await markPeople(tx, eventUid, [row], marks)
}

const uidOf = (key: string) => key.split(':')[0] ?? ''

function personOf({ status, name, email, party, names }: RegistrationRow, index: number) {
  if (status !== 'registered' || index >= party) return undefined
  return index === 0 ? { name, email } : { name: names[index - 1] || `Guest of ${name}`, email: '' }
}
