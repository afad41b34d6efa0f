import { paths } from '../../contracts/paths.ts'
import { topicsRequest, topicsResponse } from '../../contracts/topics.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { listTopics, saveTopics } from './topics.ts'

export function addTopicRoutes(app: App, { db }: RouteDeps): void {
  const admin = { audience: 'admin', kind: 'call' } as const

  app.get(
    paths.api.authorTopics,
    {
      config: admin,
      schema: { summary: 'Topics that authors are asked to write about', response: { 200: topicsResponse } },
    },
    async () => ({ topics: await listTopics(db) }),
  )

  app.put(
    paths.api.topics,
    {
      config: admin,
      schema: {
        summary: 'Set the topics',
        description: 'The whole list. An empty one brings the defaults back.',
        body: topicsRequest,
        response: { 200: topicsResponse },
      },
    },
    async (request) => ({ topics: await saveTopics(db, request.body.topics) }),
  )
}
