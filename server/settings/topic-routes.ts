import { topicsRead, topicsUpdate } from '../../contracts/topics.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { listTopics, saveTopics } from './topics.ts'

export function addTopicRoutes(app: App, { db }: RouteDeps): void {
  route(app, topicsRead, { audience: 'admin' }, async () => ({ topics: await listTopics(db) }))
  route(app, topicsUpdate, { audience: 'admin' }, async ({ body }) => ({
    topics: await saveTopics(db, body.topics),
  }))
}
