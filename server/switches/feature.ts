import { featureSwitchList, featureSwitchUpdate } from '../../contracts/feature-switches.ts'
import { rights } from '../../contracts/roles.ts'
import type { Feature } from '../feature.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { listSwitches, switchFeature } from './switches.ts'

export const switches = {
  routes: [addSwitchRoutes],
} satisfies Feature

function addSwitchRoutes(app: App, { db, features }: RouteDeps & { features: Feature[] }): void {
  const owner = { audience: 'admin', role: rights.manageSite } as const
  route(app, featureSwitchList, owner, () => listSwitches(db, features))
  route(app, featureSwitchUpdate, owner, async ({ params, body, session: { user } }) => {
    await switchFeature(db, features, { ...params, ...body }, user)
    return listSwitches(db, features)
  })
}
