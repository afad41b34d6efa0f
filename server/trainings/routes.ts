import { rights } from '../../contracts/roles.ts'
import { trainerReplace, trainingsResume, trainingZoneRead } from '../../contracts/trainings.ts'
import type { App } from '../http/app.ts'
import { route } from '../http/route.ts'
import { addBookedRoutes } from './booked/routes.ts'
import { addOfferRoutes } from './offers/routes.ts'
import { resumeTrainings } from './pause.ts'
import { replaceTrainer } from './replace-trainer.ts'
import type { TrainingRouteDeps } from './route-deps.ts'
import { chooseZone, listZones } from './time-zone.ts'

/** Routes of offers, booked days, and trainers. */
export function addTrainingRoutes(app: App, deps: TrainingRouteDeps): void {
  addOfferRoutes(app, deps)
  addBookedRoutes(app, deps)

  route(app, trainingZoneRead, { audience: 'admin', role: rights.manageDays }, async ({ query }) => {
    const { timeZone: siteZone } = await deps.siteSource.read()
    return { timeZone: chooseZone(query, siteZone), choices: [...listZones(query, siteZone)] }
  })

  route(app, trainingsResume, { audience: 'admin', role: rights.manageDays }, ({ session: { user } }) =>
    resumeTrainings(deps.db, user),
  )

  route(
    app,
    trainerReplace,
    { audience: 'admin', role: rights.manageDays },
    ({ params, body, session: { user } }) =>
      replaceTrainer(deps.db, deps, user, { from: params.id, to: body.trainerId }),
  )
}
