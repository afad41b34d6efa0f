import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { rights } from '../../../core/contract/roles.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import { attendeeRemove, attendeesAdd, certificateChange, followUpRead } from '../contract/follow-up.ts'
import { attendees } from '../schema.ts'
import { recordActivity } from './actions.ts'
import { eraseAttendees, findFollowUp, isAdded } from './attendees.ts'
import { addedKey, markAttendance } from './gatherings.ts'

const reader = { audience: 'admin', role: rights.work } as const
const planner = { audience: 'admin', role: rights.manageDays } as const

type Params = { uid: string; attendee: number }
const theOne = ({ uid, attendee }: Params) =>
  sql`${attendees.id} = ${attendee} and gathering_id = (select id from gatherings where uid = ${uid})`

export function addFollowUpRoutes(app: App, { db }: RouteDeps): void {
  /** Changes nothing about a gathering that is not known. */
  const change = (uid: string, run: (tx: Queryable) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await run(tx)
      return orNotFound(await findFollowUp(tx, uid))
    })

  route(app, followUpRead, reader, async ({ params: { uid } }) => orNotFound(await findFollowUp(db, uid)))

  route(app, attendeesAdd, planner, ({ params: { uid }, body: { people }, session: { user: by } }) =>
    change(uid, async (tx) => {
      const at = new Date().toISOString()
      const marks = people.map((person) => ({ ...person, key: addedKey + randomUUID(), came: true, at }))
      await markAttendance(tx, uid, marks)
      await recordActivity(tx, { action: 'attendees-added', by, details: { people: people.length } })
    }),
  )

  // The page of their certificate says that it was withdrawn.
  route(app, attendeeRemove, planner, ({ params, session: { user: by } }) =>
    change(params.uid, async (tx) => {
      const which = sql`${theOne(params)} and ${isAdded}`
      if ((await eraseAttendees(tx, which)) === 0) throw new RequestProblem('not-found')
      await tx.update(attendees).set({ cameAt: null }).where(which)
      await recordActivity(tx, { action: 'attendee-removed', by, about: ['attendee', params.attendee] })
    }),
  )

  // A second click changes nothing.
  route(app, certificateChange, planner, ({ params, body: { isWithdrawn }, session: { user: by } }) =>
    change(params.uid, async (tx) => {
      // The certificate of someone who was erased stays withdrawn.
      const which = sql`${theOne(params)} and name <> ''`
      if ((await tx.$count(attendees, which)) === 0) throw new RequestProblem('not-found')
      const { rowCount } = await tx
        .update(attendees)
        .set({ withdrawnAt: isWithdrawn ? sql`now()` : null })
        .where(sql`${which} and (withdrawn_at is null) = ${isWithdrawn}`)
      const action = isWithdrawn ? 'certificate-withdrawn' : 'certificate-restored'
      if (rowCount) await recordActivity(tx, { action, by, about: ['attendee', params.attendee] })
    }),
  )
}
