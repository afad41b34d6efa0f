import { rights } from '../../../contracts/roles.ts'
import { samplesRead, samplesRemove, samplesRestore } from '../../../contracts/samples.ts'
import type { App, RouteDeps } from '../../http/app.ts'
import { route } from '../../http/route.ts'
import { countUntouchedSamples, removeUntouchedSamples, restoreRemovedSamples } from './samples.ts'

export function addSampleRoutes(app: App, { db }: RouteDeps): void {
  const publishers = { audience: 'admin', role: rights.publish } as const
  route(app, samplesRead, publishers, async () => ({ count: await countUntouchedSamples(db) }))
  route(app, samplesRemove, publishers, async ({ session }) => ({
    count: await removeUntouchedSamples(db, session.user),
  }))
  route(app, samplesRestore, publishers, async ({ session }) => ({
    count: await restoreRemovedSamples(db, session.user),
  }))
}
