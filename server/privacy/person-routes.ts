import { z } from 'zod'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import { personDelete, personRestore } from '../../contracts/people.ts'
import { toEntryKey } from '../entries/entry-key.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { orNotFound, route } from '../http/route.ts'
import { deletePerson, eraseSubscriber, restorePerson } from './erase.ts'

const admin = { audience: 'admin' } as const

/** Deletes and restores everything about one person. */
export function addPersonRoutes(app: App, { db }: RouteDeps): void {
  route(app, personDelete, admin, async ({ params, session: { user } }) => {
    orNotFound(await deletePerson(db, toEntryKey(params), user.username))
  })

  route(app, personRestore, admin, async ({ params }) => {
    orNotFound(await restorePerson(db, toEntryKey(params)))
  })

  app.delete(
    paths.api.subscriberData(':id'),
    {
      config: { ...admin, kind: 'call' },
      schema: {
        summary: 'Permanently delete everything about a subscriber',
        description: 'Right away. People who also used a form are deleted on the People page instead.',
        params: z.object({ id: rowId }),
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const outcome = await eraseSubscriber(db, request.params.id)
      if (!outcome) throw new RequestProblem('not-found')
      if (outcome === 'has-entry')
        throw new RequestProblem('conflict', {
          detail:
            'This person also contacted you through a form. Delete them on the People page; that removes them from the newsletter too.',
        })
      return reply.code(204).send()
    },
  )
}
