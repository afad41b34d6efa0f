import { personDelete, personRestore } from '../../contracts/people.ts'
import { rights } from '../../contracts/roles.ts'
import { toEntryKey } from '../entries/entry-key.ts'
import type { Feature } from '../feature.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { orNotFound, route } from '../http/route.ts'
import { deletePerson, restorePerson } from './erase.ts'

const admin = { audience: 'admin', role: rights.deletePeople } as const

/** Endpoints that delete and restore all data about one person */
export function addPersonRoutes(app: App, { db, features }: RouteDeps & { features: Feature[] }): void {
  route(app, personDelete, admin, async ({ params, session: { user } }) => {
    orNotFound(await deletePerson(db, features, toEntryKey(params), user))
  })

  route(app, personRestore, admin, async ({ params, session: { user } }) => {
    orNotFound(await restorePerson(db, toEntryKey(params), user))
  })
}
