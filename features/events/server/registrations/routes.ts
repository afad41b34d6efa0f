import { eq, type SQL } from 'drizzle-orm'
import { z } from 'zod/mini'
import { isoMinute } from '../../../../core/contract/format-date.ts'
import { rowId } from '../../../../core/contract/paging.ts'
import { rights } from '../../../../core/contract/roles.ts'
import { csvRoute } from '../../../../core/server/activity/csv-route.ts'
import { notAccepted, refuse } from '../../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { createCsv } from '../../../../core/server/http/csv.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import { eventPaths } from '../../contract/event-paths.ts'
import {
  checkInSend,
  type Registration,
  registrationAdmit,
  registrationCancel,
  registrationCreate,
  registrationList,
  registrationPaid,
  registrationStatusLabels,
  registrationUpdate,
} from '../../contract/registrations.ts'
import { events } from '../../schema.ts'
import { recordActivity } from '../actions.ts'
import { type EventDeps, seatsOf } from '../event-row.ts'
import { changedByOther, findEvent } from '../read-events.ts'
import { hashOf } from './arrival.ts'
import { checkIn, markAgain } from './check-in.ts'
import { isRegistration, listRegistrations } from './read-registrations.ts'
import {
  admitRegistration,
  cancelRegistration,
  changeRegistration,
  markPaid,
  register,
} from './registrations.ts'

const reader = { audience: 'admin', role: rights.work } as const
const runner = { audience: 'admin', role: rights.manageDays } as const

const closed = () =>
  refuse('This date has begun, isn’t public, or was canceled, so that’s not possible any more.')

/** Routes of the office about those who register for a date */
export function addRegistrationRoutes(app: App, deps: RouteDeps & EventDeps): void {
  const { db, config } = deps

  type Params = { id: number; registration: number }
  type Reader = Parameters<typeof listRegistrations>[2]
  const list = async (user: Reader, id: number, which?: SQL) =>
    orNotFound(await listRegistrations(db, config, user, id, which))
  const read = async (params: Params, user: Reader) =>
    orNotFound((await list(user, params.id, isRegistration(params)))[0])

  route(app, registrationList, reader, ({ params: { id }, session: { user } }) => list(user, id))

  route(app, registrationCreate, runner, async ({ params: { id }, body, session: { user } }) => {
    orNotFound(await findEvent(db, id))
    const arrival = { contentHash: hashOf(body), isSuspect: false }
    const done = await register(db, deps, eq(events.id, id), body, arrival, { mayBeClosed: true })
    if (done.result !== 'done') throw closed()
    return read({ id, registration: done.registration.id }, user)
  })

  route(
    app,
    registrationUpdate,
    runner,
    async ({ params, body: { version, ...values }, session: { user } }) => {
      const done = await changeRegistration(db, deps, isRegistration(params), values, version)
      const now = await read(params, user)
      if (done.result === 'closed')
        throw refuse('This registration or its date was canceled, so it can’t be changed.')
      if (done.result === 'stale') throw changedByOther(now)
      if (done.result === 'too-few-seats')
        throw notAccepted(
          `Only ${seatsOf(done.left)} more ${done.left === 1 ? 'is' : 'are'} free. Add seats to the date first.`,
        )
      const { uid } = orNotFound(await findEvent(db, params.id))
      await markAgain(db, uid, done.registration)
      return now
    },
  )

  route(app, registrationCancel, runner, async ({ params, session: { user } }) => {
    await cancelRegistration(db, deps, isRegistration(params), user)
    return read(params, user)
  })

  route(app, registrationAdmit, runner, async ({ params, session: { user } }) => {
    const { result } = await admitRegistration(db, deps, isRegistration(params), user)
    const now = await read(params, user)
    if (result === 'closed') throw closed()
    return now
  })

  route(app, registrationPaid, runner, async ({ params, body: { paidOn }, session: { user } }) => {
    await markPaid(db, user, isRegistration(params), paidOn)
    return read(params, user)
  })

  route(app, checkInSend, reader, async ({ params: { id }, body, session: { user } }) => {
    const event = orNotFound(await findEvent(db, id))
    const full = await checkIn(db, deps, event, body)
    return { registrations: await list(user, id), full }
  })

  csvRoute(
    app,
    deps,
    eventPaths.registrationsExport(':id'),
    {
      role: rights.export,
      summary: 'The registrations for a public date as a CSV file',
      description: 'Cells that look like formulas are made harmless. `bom=1` for Excel.',
      params: z.object({ id: rowId }),
      query: z.strictObject({ bom: z.optional(z.literal('1')) }),
    },
    {
      csv: registrationsCsv,
      async *walk({ params: { id } }) {
        yield await list(null, id)
      },
      filename: (today, { params: { id } }) => `registrations-${id}-${today}.csv`,
      record: (tx, by) => recordActivity(tx, { action: 'registrations-exported', by }),
    },
  )
}

const registrationsCsv = createCsv<Registration>([
  ['Number', ({ id }) => String(id)],
  ['Name', ({ name }) => name],
  ['Organization', ({ company }) => company],
  ['Email', ({ email }) => email],
  ['State', ({ status }) => registrationStatusLabels[status]],
  ['People', ({ party }) => String(party)],
  ['Names of the others', ({ names }) => names.filter(Boolean).join(', ')],
  ['Came', ({ came }) => String(came.length)],
  ['Walk-in', ({ isWalkIn }) => (isWalkIn ? 'yes' : '')],
  ['Paid', ({ paidOn }) => paidOn ?? ''],
  ['Message', ({ message }) => message],
  ['Registered', ({ createdAt }, { timeZone }) => isoMinute(createdAt, { timeZone })],
  ['Canceled', ({ canceledAt }, { timeZone }) => (canceledAt ? isoMinute(canceledAt, { timeZone }) : '')],
  ['Time zone', (_registration, { zoneName }) => zoneName],
])
