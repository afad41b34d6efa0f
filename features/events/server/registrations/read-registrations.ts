import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../../../core/config.ts'
import { may, type Role } from '../../../../core/contract/roles.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { readCame } from '../../../follow-up/server/gatherings.ts'
import { wasDeletedSince } from '../../../people/server/personal-data.ts'
import type { Registration } from '../../contract/registrations.ts'
import { eventRegistrations, events } from '../../schema.ts'
import { createTokenMaker, registrationUrl } from '../event-row.ts'

const {
  tokenHash: _t,
  sequence: _s,
  contentHash: _c,
  source: _p,
  ...columns
} = getTableColumns(eventRegistrations)

/** True for someone who was deleted and can still be restored: they are listed without a name, as once they are erased. */
const isDeleted = wasDeletedSince(sql`event_registrations.email`, sql`event_registrations.created_at`)
const blank = { name: '', email: '', company: '', message: '', names: [] }

/** Their reader, or null for a file: anyone with the link can change a registration. */
type Reader = { role: Role } | null

/**
 * Lists the registrations for a date, by name, or only the one that an address names (`isRegistration`). Undefined if
 * there is no such date.
 */
export async function listRegistrations(
  db: Queryable,
  config: Config,
  reader: Reader,
  eventId: number,
  which?: SQL,
): Promise<Registration[] | undefined> {
  const [event] = await db.select({ uid: events.uid }).from(events).where(eq(events.id, eventId))
  if (!event) return undefined
  const rows = await db
    .select({ ...columns, isDeleted })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.eventId, eventId), which))
    .orderBy(sql`lower(${eventRegistrations.name})`, asc(eventRegistrations.id))
  const came = Map.groupBy((await readCame(db, [event.uid])).get(event.uid) ?? [], (key) => key.split(':')[0])
  const makeToken = await createTokenMaker(db)
  return rows.map(({ isDeleted, ...found }) => {
    const row = isDeleted ? { ...found, ...blank } : found
    const hasPage = row.status !== 'canceled' && row.name !== '' && reader && may(reader, 'manageDays')
    return {
      ...withIsoTimes(row),
      came: came.get(row.uid) ?? [],
      link: hasPage ? registrationUrl(config.site, makeToken(row.uid)) : null,
    }
  })
}

/** The registration that the address of an endpoint names */
export const isRegistration = ({ id, registration }: { id: number; registration: number }): SQL =>
  sql`${and(eq(eventRegistrations.id, registration), eq(eventRegistrations.eventId, id))}`
