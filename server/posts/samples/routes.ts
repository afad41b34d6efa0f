import { samplesRead, samplesRemove, samplesRestore } from '../../../contracts/samples.ts'
import type { App, RouteDeps } from '../../http/app.ts'
import { route } from '../../http/route.ts'
import { countUntouchedSamples, removeUntouchedSamples, restoreRemovedSamples } from './samples.ts'

export function addSampleRoutes(app: App, { db }: RouteDeps): void {
  const admin = { audience: 'admin' } as const
  route(app, samplesRead, admin, async () => ({ count: await countUntouchedSamples(db) }))
  route(app, samplesRemove, admin, async () => ({ count: await removeUntouchedSamples(db) }))
  route(app, samplesRestore, admin, async () => ({ count: await restoreRemovedSamples(db) }))
}
