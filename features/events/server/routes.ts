import { rights } from '../../../core/contract/roles.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { sendRows } from '../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import {
  type Event,
  eventCancel,
  eventCopy,
  eventCreate,
  eventDelete,
  eventList,
  eventPublish,
  eventRead,
  eventUpdate,
} from '../contract/events.ts'
import type { EventDeps } from './event-row.ts'
import { cancelEvent, copyEvent, createEvent, deleteDraft, publishEvent, updateEvent } from './events.ts'
import { findEvent, listEvents } from './read-events.ts'
import { addRegistrationRoutes } from './registrations/routes.ts'

/** Routes of dates and of the registrations for them */
export function addEventRoutes(app: App, deps: RouteDeps & EventDeps): void {
  const { db } = deps
  const reader = { audience: 'admin', role: rights.work } as const
  const runner = { audience: 'admin', role: rights.manageDays } as const

  const read = async (id: number): Promise<Event> => orNotFound(await findEvent(db, id))
  async function readAfter(id: number, change: Promise<void>): Promise<Event> {
    await change
    return read(id)
  }

  route(app, eventList, reader, async (context) => sendRows(context, await listEvents(db, context.query)))
  route(app, eventRead, reader, ({ params: { id } }) => read(id))
  route(app, eventCreate, runner, async ({ body, session: { user } }) =>
    read(await createEvent(db, user, body)),
  )
  route(app, eventUpdate, runner, ({ params: { id }, body }) =>
    readAfter(id, updateEvent(db, deps, id, body)),
  )
  route(app, eventPublish, runner, ({ params: { id }, session: { user } }) =>
    readAfter(id, publishEvent(db, user, id)),
  )
  route(app, eventCancel, runner, ({ params: { id }, body, session: { user } }) =>
    readAfter(id, cancelEvent(db, deps, user, id, body.reason)),
  )
  route(app, eventCopy, runner, async ({ params: { id }, body, session: { user } }) =>
    read(await copyEvent(db, user, id, body.day)),
  )
  route(app, eventDelete, runner, ({ params: { id } }) => deleteDraft(db, id))
  addRegistrationRoutes(app, deps)
}
