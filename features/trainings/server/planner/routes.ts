import { isoDay } from '../../../../core/contract/format-date.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { route } from '../../../../core/server/http/route.ts'
import { plannerOffersCreate, plannerRead } from '../../contract/planner.ts'
import { planner } from '../route-deps.ts'
import { draftOffers } from './draft-offers.ts'
import { readPlanner } from './read-planner.ts'

/** Routes of "Days that could work" */
export function addPlannerRoutes(app: App, { db, siteSource }: RouteDeps): void {
  route(app, plannerRead, planner, async ({ query, session }) => {
    const { timeZone } = await siteSource.read()
    return readPlanner(db, query, { today: isoDay(new Date(), { timeZone }), userId: session.user.id })
  })

  route(app, plannerOffersCreate, planner, async ({ body, session }) => {
    const { timeZone } = await siteSource.read()
    return draftOffers(db, session.user, timeZone, body)
  })
}
