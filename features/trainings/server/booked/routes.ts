import { formatTimeZone, isoMinute } from '../../../../core/contract/format-date.ts'
import { csvRoute } from '../../../../core/server/activity/csv-route.ts'
import { walkPages } from '../../../../core/server/db/page.ts'
import type { App } from '../../../../core/server/http/app.ts'
import { createCsv } from '../../../../core/server/http/csv.ts'
import { sendRows } from '../../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import {
  type Training,
  trainingCancel,
  trainingHeld,
  trainingKeepDay,
  trainingList,
  trainingMaterialCreate,
  trainingMaterialDelete,
  trainingPaid,
  trainingRead,
  trainingReschedule,
  trainingTaskCreate,
  trainingTaskDelete,
  trainingTaskUpdate,
  trainingUpdate,
} from '../../contract/trainings.ts'
import { recordActivity } from '../actions.ts'
import { factColumns, fileDocs, hideLink, planner, reader, type TrainingRouteDeps } from '../route-deps.ts'
import {
  cancelForUs,
  keepDay,
  markHeld,
  markPaid,
  rescheduleTraining,
  updateTraining,
} from './change-training.ts'
import { addMaterial, deleteMaterial } from './materials.ts'
import { findTraining, listTrainings } from './read-trainings.ts'
import { addTask, checkTask, deleteTask } from './tasks.ts'

export function addBookedRoutes(app: App, deps: TrainingRouteDeps): void {
  const { db, config } = deps

  const read = async (id: number) => orNotFound(await findTraining(db, config, id))
  async function readAfter(id: number, change: Promise<void>): Promise<Training> {
    await change
    return read(id)
  }

  route(app, trainingList, reader, async (context) => {
    const page = await listTrainings(db, config, context.query)
    const { user } = context.session
    return sendRows(context, { ...page, rows: page.rows.map((training) => hideLink(training, user)) })
  })

  csvRoute(app, deps, trainingPaths.trainingsExport, fileDocs('All trainings as a CSV file'), {
    csv: trainingsCsv,
    walk: (_request, { batch: limit }) =>
      walkPages((cursor?: string) => listTrainings(db, config, { view: 'all', limit, cursor })),
    filename: (today) => `trainings-${today}.csv`,
    record: (db, by) => recordActivity(db, { action: 'trainings-exported', by }),
  })

  route(app, trainingRead, reader, async ({ params, session: { user } }) =>
    hideLink(await read(params.id), user),
  )

  route(app, trainingUpdate, planner, ({ params: { id }, body }) =>
    readAfter(id, updateTraining(db, deps, id, body)),
  )

  route(app, trainingReschedule, planner, ({ params: { id }, body }) =>
    readAfter(id, rescheduleTraining(db, deps, id, body)),
  )

  route(app, trainingKeepDay, planner, ({ params: { id }, body }) =>
    readAfter(id, keepDay(db, deps, id, body)),
  )

  route(app, trainingPaid, planner, ({ params: { id }, body, session: { user } }) =>
    readAfter(id, markPaid(db, user, id, body)),
  )

  route(app, trainingCancel, planner, ({ params: { id }, body, session: { user } }) =>
    readAfter(id, cancelForUs(db, deps, user, id, body.reason)),
  )

  route(app, trainingHeld, planner, ({ params: { id }, body }) =>
    readAfter(id, markHeld(db, deps, id, body.isHeld)),
  )

  route(app, trainingMaterialCreate, planner, ({ params: { id }, body }) =>
    readAfter(id, addMaterial(db, id, body)),
  )

  route(app, trainingMaterialDelete, planner, async ({ params: { id, material } }) => {
    orNotFound(await deleteMaterial(db, id, material))
    return read(id)
  })

  route(app, trainingTaskCreate, planner, ({ params: { id }, body }) =>
    readAfter(id, addTask(db, id, body.text)),
  )

  route(app, trainingTaskUpdate, planner, async ({ params: { id, task }, body, session: { user } }) => {
    orNotFound(await checkTask(db, id, task, { isDone: body.isDone, username: user.username }))
    return read(id)
  })

  route(app, trainingTaskDelete, planner, async ({ params: { id, task } }) => {
    orNotFound(await deleteTask(db, id, task))
    return read(id)
  })
}

const trainingsCsv = createCsv<Training>([
  ['Number', (training) => String(training.id)],
  ['Day', (training) => training.day],
  ['Starts', (training) => training.startsAt],
  ['Ends', (training) => training.endsAt],
  ['Zone of these hours', ({ timeZone }) => formatTimeZone(timeZone)],
  ['State', nameState],
  ['Name', (training) => training.name],
  ['Organization', (training) => training.company],
  ['Contact', (training) => training.contactName],
  ['Email', (training) => training.contactEmail],
  ['Phone', (training) => training.contactPhone],
  ['Trainer', (training) => training.trainerName],
  ...factColumns,
  ['Invoice', (training) => training.invoiceNumber],
  ['Deposit paid', (training) => training.depositPaidOn ?? ''],
  ['Paid', (training) => training.paidOn ?? ''],
  ['Terms', (training) => training.terms],
  ['Helper', (training) => training.helper],
  ['To prepare', (training) => training.prepare],
  ['Wish for another day', (training) => training.otherDayWish ?? ''],
  ['Reason of the cancellation', (training) => training.cancelReason],
  ['Open tasks', (training) => openTasks(training).join(', ')],
  ['Booked', ({ bookedAt }, { timeZone }) => isoMinute(bookedAt, { timeZone })],
  ['Canceled', ({ canceledAt }, { timeZone }) => (canceledAt ? isoMinute(canceledAt, { timeZone }) : '')],
  ['Time zone', (_training, { zoneName }) => zoneName],
])

function nameState({ canceledAt, heldAt }: Training): string {
  if (canceledAt) return 'Canceled'
  return heldAt ? 'Held' : 'Upcoming'
}

const openTasks = ({ tasks }: Training) => tasks.filter(({ doneAt }) => !doneAt).map(({ text }) => text)
