import * as z from 'zod/mini'
import { paths } from '../../contracts/paths.ts'
import { unreadCounts, unreadLists } from '../../contracts/unread-counts.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { getUnreadCounts, markSeen } from './unread-counts.ts'

const admin = { audience: 'admin', kind: 'call' } as const

/** The numbers in the admin's side bar. */
export function addUnreadRoutes(app: App, { config, db }: RouteDeps): void {
  app.get(
    paths.api.news,
    {
      config: admin,
      schema: { summary: 'Count what’s new since you last looked', response: { 200: unreadCounts } },
    },
    async (request) =>
      getUnreadCounts(db, requireSession(request).user.id, { sending: config.mail.smtpUrl !== undefined }),
  )

  app.post(
    paths.api.newsSeen(':list'),
    {
      config: admin,
      schema: {
        summary: 'Mark a list as seen',
        params: z.object({ list: z.enum(unreadLists) }),
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await markSeen(db, requireSession(request).user.id, request.params.list)
      return reply.code(204).send()
    },
  )
}
