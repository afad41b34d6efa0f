import { isoDay } from '../../../contracts/format-date.ts'
import { plannerOffersCreate, plannerRead } from '../../../contracts/planner.ts'
import { rights } from '../../../contracts/roles.ts'
import type { App, RouteDeps } from '../../http/app.ts'
import { route } from '../../http/route.ts'
import { draftOffers } from './draft-offers.ts'
import { readPlanner } from './read-planner.ts'

/** Routes of "Days that could work" */
export function addPlannerRoutes(app: App, { db, siteSource }: RouteDeps): void {
  const admin = { audience: 'admin', role: rights.manageDays } as const

  route(app, plannerRead, admin, async ({ query, session }) => {
    const { timeZone } = await siteSource.read()
    return readPlanner(db, query, { today: isoDay(new Date(), { timeZone }), userId: session.user.id })
  })

  route(app, plannerOffersCreate, admin, async ({ body, session }) => {
    const { timeZone } = await siteSource.read()
    return draftOffers(db, session.user, timeZone, body)
  })
}
