import { isoDay } from '../../../core/contract/format-date.ts'
import { may, type Role, rights, whoMay } from '../../../core/contract/roles.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps, SiteSource } from '../../../core/server/http/app.ts'
import { sendRows } from '../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import type { Feature } from '../../manifest/feature.ts'
import {
  blockedDaysCreate,
  blockedDaysDelete,
  blockedDaysUpdate,
  calendarAhead,
  calendarFileDelete,
  calendarFileList,
  calendarFileUpload,
  calendarLimits,
  calendarRead,
  trainerList,
  trainerUpdate,
} from '../contract/calendar.ts'
import { blockDays, changeBlock, unblockDays } from './blocked-days.ts'
import { addCalendarFile, deleteCalendarFile, listCalendarFiles } from './calendar-files.ts'
import { listAhead } from './list-ahead.ts'
import { promisedDays } from './promised-days.ts'
import { readCalendar } from './read-calendar.ts'
import { changeTrainer, listTrainers } from './trainers.ts'

export type CalendarDeps = RouteDeps & { features: Feature[] }

/** Everyone sees all calendars and changes their own. Only some may change those of colleagues. */
const admin = { audience: 'admin', role: rights.work } as const

export function addCalendarRoutes(app: App, { db, siteSource }: RouteDeps): void {
  const readToday = () => todayOf(siteSource)
  const promised = promisedDays()

  route(app, calendarRead, admin, async ({ query: { from, to, trainers } }) => {
    const { today } = await readToday()
    return { today, days: await readCalendar(db, promised, { trainerIds: toIds(trainers), from, to }) }
  })

  route(app, calendarAhead, admin, async (context) => {
    const { trainers, limit, cursor } = context.query
    const { today } = await readToday()
    const query = { trainerIds: toIds(trainers), today, limit, cursor }
    return sendRows(context, await listAhead(db, promised, query))
  })

  route(app, blockedDaysCreate, admin, async ({ body: { trainerId, ...days }, session: { user } }) => {
    requireOwn(user, trainerId)
    const { today } = await readToday()
    return blockDays(db, trainerId, days, today)
  })

  route(app, blockedDaysUpdate, admin, async ({ params, body, session: { user } }) => {
    const { today } = await readToday()
    return orNotFound(await changeBlock(db, { id: params.id, of: onlyOf(user) }, body, today))
  })

  route(app, blockedDaysDelete, admin, async ({ params, query, session: { user } }) => {
    orNotFound(await unblockDays(db, { id: params.id, of: onlyOf(user) }, query.day))
  })

  addFileRoutes(app, { db, siteSource })

  route(app, trainerList, admin, async () => listTrainers(db, promised, (await readToday()).timeZone))

  route(
    app,
    trainerUpdate,
    { audience: 'admin', role: rights.manageDays },
    async ({ params, body: { isTrainer }, session: { user } }) => {
      const { timeZone } = await readToday()
      await changeTrainer(db, user, params.id, { isTrainer, promised, timeZone })
      return listTrainers(db, promised, timeZone)
    },
  )
}

function addFileRoutes(app: App, { db, siteSource }: Pick<RouteDeps, 'db' | 'siteSource'>): void {
  route(app, calendarFileList, admin, async ({ query }) => {
    const { today } = await todayOf(siteSource)
    return listCalendarFiles(db, { trainerIds: toIds(query.trainers), today })
  })

  route(
    app,
    calendarFileUpload,
    // In JSON, a line break takes two bytes, and a character that is escaped six.
    { ...admin, bodyLimit: 3 * calendarLimits.fileBytes },
    async ({ body, session: { user } }) => {
      requireOwn(user, body.trainerId)
      return addCalendarFile(db, body, await todayOf(siteSource))
    },
  )

  route(app, calendarFileDelete, admin, async ({ params, session: { user } }) => {
    orNotFound(await deleteCalendarFile(db, { id: params.id, of: onlyOf(user) }))
  })
}

type Signed = { id: number; role: Role }

/** The trainer whose calendar is the only one that the user may change; undefined for those who may change all */
const onlyOf = (user: Signed) => (may(user, 'manageDays') ? undefined : user.id)

function requireOwn(user: Signed, trainerId: number): void {
  const only = onlyOf(user)
  if (only !== undefined && only !== trainerId)
    throw new RequestProblem('role-too-low', { detail: whoMay[rights.manageDays] })
}

async function todayOf(siteSource: SiteSource): Promise<{ today: string; timeZone: string }> {
  const { timeZone } = await siteSource.read()
  return { today: isoDay(new Date(), { timeZone }), timeZone }
}

const toIds = (trainers: string | undefined) => trainers?.split(',').map(Number)
