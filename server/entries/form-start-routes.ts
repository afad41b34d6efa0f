import { formStartResponse } from '../../contracts/form-fields.ts'
import { paths } from '../../contracts/paths.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { signStart } from './form-start.ts'

export function addFormStartRoutes(app: App, { db }: RouteDeps): void {
  app.get(
    paths.api.formStart,
    {
      config: { audience: 'everyone', kind: 'call' },
      schema: {
        summary: 'Note that someone has started to fill in a form',
        description:
          'The answer goes along with one entry as `start`. It helps people through while machines flood their network; entries without it are taken as well.',
        response: { 200: formStartResponse },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { start: await signStart(db) }
    },
  )
}
