import { rights } from '../../../core/contract/roles.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import { attendeeRemove, attendeesAdd, certificateChange, followUpRead } from '../contract/follow-up.ts'
import { addAttendees, changeCertificate, findFollowUp, removeAttendee } from './attendees.ts'

const reader = { audience: 'admin', role: rights.work } as const
const planner = { audience: 'admin', role: rights.manageDays } as const

export function addFollowUpRoutes(app: App, { db }: RouteDeps): void {
  async function readAfter(uid: string, change: Promise<void>) {
    await change
    return orNotFound(await findFollowUp(db, uid))
  }

  route(app, followUpRead, reader, async ({ params: { uid } }) => orNotFound(await findFollowUp(db, uid)))

  route(app, attendeesAdd, planner, ({ params: { uid }, body, session: { user } }) =>
    readAfter(uid, addAttendees(db, user, uid, body.people)),
  )

  route(app, attendeeRemove, planner, ({ params: { uid, attendee }, session: { user } }) =>
    readAfter(uid, removeAttendee(db, user, uid, attendee)),
  )

  route(app, certificateChange, planner, ({ params, body, session: { user } }) =>
    readAfter(params.uid, changeCertificate(db, user, params, body.isWithdrawn)),
  )
}
