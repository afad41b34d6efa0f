import { formStartRead } from '../../contracts/form-fields.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { signStart } from './form-start.ts'

export function addFormStartRoutes(app: App, { db }: RouteDeps): void {
  route(app, formStartRead, { audience: 'everyone' }, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    return { start: await signStart(db) }
  })
}
