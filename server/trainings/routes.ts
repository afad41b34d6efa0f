import { rights } from '../../contracts/roles.ts'
import {
  trainerList,
  trainerReplace,
  trainerUpdate,
  trainingsResume,
  trainingZoneRead,
} from '../../contracts/trainings.ts'
import type { App } from '../http/app.ts'
import { route } from '../http/route.ts'
import { addBookedRoutes } from './booked/routes.ts'
import { addOfferRoutes } from './offers/routes.ts'
import { resumeTrainings } from './pause.ts'
import { replaceTrainer } from './replace-trainer.ts'
import type { TrainingRouteDeps } from './route-deps.ts'
import { chooseZone, listZones } from './time-zone.ts'
import { changeTrainer, listTrainers } from './trainers.ts'

/** Routes of offers, booked days, and trainers. */
export function addTrainingRoutes(app: App, deps: TrainingRouteDeps): void {
  addOfferRoutes(app, deps)
  addBookedRoutes(app, deps)
  addTrainerRoutes(app, deps)

  route(app, trainingZoneRead, { audience: 'admin', role: rights.runTrainings }, async ({ query }) => {
    const { timeZone: siteZone } = await deps.siteSource.read()
    return { timeZone: chooseZone(query, siteZone), choices: [...listZones(query, siteZone)] }
  })

  route(app, trainingsResume, { audience: 'admin', role: rights.runTrainings }, ({ session: { user } }) =>
    resumeTrainings(deps.db, user),
  )
}

function addTrainerRoutes(app: App, deps: TrainingRouteDeps): void {
  const { db, siteSource } = deps
  const admin = { audience: 'admin', role: rights.runTrainings } as const

  route(app, trainerList, { audience: 'admin', role: rights.work }, async () =>
    listTrainers(db, (await siteSource.read()).timeZone),
  )

  route(app, trainerUpdate, admin, async ({ params, body: { isTrainer }, session: { user } }) => {
    const { timeZone } = await siteSource.read()
    await changeTrainer(db, user, params.id, { isTrainer, timeZone })
    return listTrainers(db, timeZone)
  })

  route(app, trainerReplace, admin, ({ params, body, session: { user } }) =>
    replaceTrainer(db, deps, user, { from: params.id, to: body.trainerId }),
  )
}
