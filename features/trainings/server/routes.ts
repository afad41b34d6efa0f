import type { App } from '../../../core/server/http/app.ts'
import { route } from '../../../core/server/http/route.ts'
import { trainerReplace, trainingsResume, trainingZoneRead } from '../contract/trainings.ts'
import { addBookedRoutes } from './booked/routes.ts'
import { addOfferRoutes } from './offers/routes.ts'
import { resumeTrainings } from './pause.ts'
import { replaceTrainer } from './replace-trainer.ts'
import { planner, type TrainingRouteDeps } from './route-deps.ts'
import { chooseZone, listZones } from './time-zone.ts'

/** Routes of offers, booked days, and trainers. */
export function addTrainingRoutes(app: App, deps: TrainingRouteDeps): void {
  addOfferRoutes(app, deps)
  addBookedRoutes(app, deps)

  route(app, trainingZoneRead, planner, async ({ query }) => {
    const { timeZone: siteZone } = await deps.siteSource.read()
    return { timeZone: chooseZone(query, siteZone), choices: [...listZones(query, siteZone)] }
  })

  route(app, trainingsResume, planner, ({ session: { user } }) => resumeTrainings(deps.db, user))

  route(app, trainerReplace, planner, ({ params, body, session: { user } }) =>
    replaceTrainer(deps.db, deps, user, { from: params.id, to: body.trainerId }),
  )
}
