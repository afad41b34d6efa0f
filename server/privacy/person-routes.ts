import { subscriberErase } from '../../contracts/newsletter.ts'
import { personDelete, personRestore } from '../../contracts/people.ts'
import { toEntryKey } from '../entries/entry-key.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { orNotFound, route } from '../http/route.ts'
import { deletePerson, eraseSubscriber, restorePerson } from './erase.ts'

const admin = { audience: 'admin' } as const

/** Endpoints that delete and restore all data about one person */
export function addPersonRoutes(app: App, { db }: RouteDeps): void {
  route(app, personDelete, admin, async ({ params, session: { user } }) => {
    orNotFound(await deletePerson(db, toEntryKey(params), user.username))
  })

  route(app, personRestore, admin, async ({ params }) => {
    orNotFound(await restorePerson(db, toEntryKey(params)))
  })

  route(app, subscriberErase, admin, async ({ params }) => {
    if (orNotFound(await eraseSubscriber(db, params.id)) === 'has-entry')
      throw new RequestProblem('conflict', {
        detail:
          'This person also contacted you through a form. Delete them on the People page; that removes them from the newsletter too.',
      })
  })
}
