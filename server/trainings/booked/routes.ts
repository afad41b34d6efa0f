import { paths } from '../../../contracts/paths.ts'
import { rights } from '../../../contracts/roles.ts'
import {
  type Training,
  trainingCancel,
  trainingHeld,
  trainingKeepDay,
  trainingList,
  trainingRead,
  trainingReschedule,
  trainingTaskCreate,
  trainingTaskDelete,
  trainingTaskUpdate,
  trainingUpdate,
} from '../../../contracts/trainings.ts'
import { csvRoute } from '../../activity/csv-route.ts'
import { RequestProblem } from '../../errors.ts'
import type { App } from '../../http/app.ts'
import { sendRows } from '../../http/paging.ts'
import { orNotFound, route } from '../../http/route.ts'
import { explainRefusal } from '../offers/explain-refusal.ts'
import { hideLink } from '../offers/hide-link.ts'
import { fileDocs, type TrainingRouteDeps } from '../route-deps.ts'
import {
  cancelForUs,
  keepDay,
  markHeld,
  rescheduleTraining,
  type TrainingChange,
  updateTraining,
} from './change-training.ts'
import { findTraining, listTrainings, walkTrainings } from './read-trainings.ts'
import { addTask, checkTask, deleteTask } from './tasks.ts'
import { trainingsCsv } from './trainings-csv.ts'

export function addBookedRoutes(app: App, deps: TrainingRouteDeps): void {
  const { db, config } = deps
  const reader = { audience: 'admin', role: rights.work } as const
  const admin = { audience: 'admin', role: rights.runTrainings } as const

  async function readAfter(id: number, change: TrainingChange): Promise<Training> {
    const current = await findTraining(db, config, id)
    requireDone(change, current)
    return orNotFound(current)
  }
  const read = async (id: number) => orNotFound(await findTraining(db, config, id))

  route(app, trainingList, reader, async (context) => {
    const page = await listTrainings(db, config, context.query)
    const { user } = context.session
    return sendRows(context, { ...page, rows: page.rows.map((training) => hideLink(training, user)) })
  })

  csvRoute(app, deps, paths.api.trainingsExport, fileDocs('All trainings as a CSV file'), {
    csv: trainingsCsv,
    walk: (_request, { batch }) => walkTrainings(db, config, { view: 'all' }, batch),
    filename: (today) => `trainings-${today}.csv`,
    action: 'trainings-exported',
  })

  route(app, trainingRead, reader, async ({ params, session: { user } }) =>
    hideLink(await read(params.id), user),
  )

  route(app, trainingUpdate, admin, async ({ params: { id }, body }) =>
    readAfter(id, await updateTraining(db, deps, id, body)),
  )

  route(app, trainingReschedule, admin, async ({ params: { id }, body }) =>
    readAfter(id, await rescheduleTraining(db, deps, id, body)),
  )

  route(app, trainingKeepDay, admin, async ({ params: { id }, body }) =>
    readAfter(id, await keepDay(db, deps, id, body)),
  )

  route(app, trainingCancel, admin, async ({ params: { id }, body, session: { user } }) =>
    readAfter(id, await cancelForUs(db, deps, user, id, body.reason)),
  )

  route(app, trainingHeld, admin, async ({ params: { id }, body }) =>
    readAfter(id, await markHeld(db, deps, id, body.isHeld)),
  )

  route(app, trainingTaskCreate, admin, async ({ params: { id }, body }) => {
    await addTask(db, id, body.text)
    return read(id)
  })

  route(app, trainingTaskUpdate, admin, async ({ params: { id, task }, body, session: { user } }) => {
    orNotFound(await checkTask(db, id, task, { isDone: body.isDone, username: user.username }))
    return read(id)
  })

  route(app, trainingTaskDelete, admin, async ({ params: { id, task } }) => {
    orNotFound(await deleteTask(db, id, task))
    return read(id)
  })
}

const conflicts = {
  version: 'Someone else changed this training in the meantime. Check what it is now, then try again.',
  canceled: 'This training was canceled, so it can’t be changed any more.',
  held: 'This training was held. Undo that first.',
  'no-person': 'The person was deleted, so this training can’t be moved. Mark it as held, or cancel it.',
  'same-day': 'The training is on this day already. Choose another one, or choose “We keep the day”.',
  'day-ahead': 'The day of this training is still ahead. Mark it as held on the day, or after it.',
}

function requireDone(change: TrainingChange, current: Training | undefined): void {
  if (change === 'done') return
  if (change === 'unknown') throw new RequestProblem('not-found')
  if ('refused' in change) throw explainRefusal(change)
  throw new RequestProblem('conflict', {
    detail: conflicts[change.conflict],
    ...(change.conflict === 'version' && { extensions: { current } }),
  })
}
