import { rights } from '../../contracts/roles.ts'
import { topicsRead, topicsUpdate } from '../../contracts/topics.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { listTopics, saveTopics } from './topics.ts'

export function addTopicRoutes(app: App, { db }: RouteDeps): void {
  route(app, topicsRead, { audience: 'admin', role: rights.work }, async () => ({
    topics: await listTopics(db),
  }))
  route(app, topicsUpdate, { audience: 'admin', role: rights.manageSite }, async ({ body, session }) => ({
    topics: await saveTopics(db, session.user, body.topics),
  }))
}
