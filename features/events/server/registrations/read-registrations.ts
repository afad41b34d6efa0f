import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../../../core/config.ts'
import { may, type Role } from '../../../../core/contract/roles.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { readCame } from '../../../follow-up/server/gatherings.ts'
import type { Registration } from '../../contract/registrations.ts'
import { eventRegistrations, events } from '../../schema.ts'
import { createTokenMaker, registrationUrl } from './link.ts'

/** Who reads them, or null for a file: anyone with the link can change a registration. */
type Reader = { role: Role } | null

/** Lists the registrations for a date, by name. Undefined if there is no such date. */
export async function listRegistrations(
  db: Queryable,
  config: Config,
  reader: Reader,
  eventId: number,
): Promise<Registration[] | undefined> {
  const [event] = await db.select({ uid: events.uid }).from(events).where(eq(events.id, eventId))
  return event && readRegistrations(db, config, reader, event.uid, eq(eventRegistrations.eventId, eventId))
}

export async function findRegistration(
  db: Queryable,
  config: Config,
  reader: Reader,
  params: { id: number; registration: number },
): Promise<Registration | undefined> {
  const [event] = await db.select({ uid: events.uid }).from(events).where(eq(events.id, params.id))
  const [found] = event ? await readRegistrations(db, config, reader, event.uid, isRegistration(params)) : []
  return found
}

/** The registration that the address of an endpoint names */
export const isRegistration = ({ id, registration }: { id: number; registration: number }): SQL =>
  sql`${and(eq(eventRegistrations.id, registration), eq(eventRegistrations.eventId, id))}`

async function readRegistrations(
  db: Queryable,
  config: Config,
  reader: Reader,
  eventUid: string,
  where: SQL,
): Promise<Registration[]> {
  const rows = await db
    .select()
    .from(eventRegistrations)
    .where(where)
    .orderBy(sql`lower(${eventRegistrations.name})`, asc(eventRegistrations.id))
  const came = Map.groupBy((await readCame(db, [eventUid])).get(eventUid) ?? [], (key) => key.split(':')[0])
  const makeToken = await createTokenMaker(db)
  return rows.map((row) => {
    const { id, uid, eventId, status, name, email, company, message, party, names } = row
    const { isWalkIn, paidOn, version, createdAt, waitingSince, canceledAt, canceledBy } = row
    const hasPage = status !== 'canceled' && name !== '' && reader && may(reader, 'manageDays')
    return {
      ...{ id, uid, eventId, status, name, email, company, message, party, names },
      ...withIsoTimes({ isWalkIn, paidOn, version, createdAt, waitingSince, canceledAt, canceledBy }),
      came: came.get(uid) ?? [],
      link: hasPage ? registrationUrl(config.site, makeToken(uid)) : null,
    }
  })
}
