import { rights } from '../../contracts/roles.ts'
import { topicsRead, topicsUpdate } from '../../contracts/topics.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { changeSetting, settingsVersion } from './change-setting.ts'
import { listTopics, writeTopics } from './topics.ts'

export function addTopicRoutes(app: App, { db }: RouteDeps): void {
  const respond = async () => {
    const topics = await listTopics(db)
    return { topics, version: settingsVersion(topics) }
  }
  route(app, topicsRead, { audience: 'admin', role: rights.work }, respond)
  route(app, topicsUpdate, { audience: 'admin', role: rights.manageSite }, ({ body, session }) =>
    changeSetting(db, {
      setting: 'topics',
      by: session.user,
      version: body.version,
      read: listTopics,
      write: (tx) => writeTopics(tx, body.topics),
      respond,
    }),
  )
}
