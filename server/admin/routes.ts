import { z } from 'zod/mini'
import { pageQuery } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import type { App, AppDeps } from '../app.ts'
import { countWaitlist, listWaitlist } from '../waitlist/waitlist.ts'

const entriesPerPage = 50

/** The simple admin: plain pages whose tabs are links. */
export function addAdminPages(app: App, { db, sendPage }: AppDeps): void {
  const config = { audience: 'admin', kind: 'page' } as const

  app.get(paths.admin, { config, schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(paths.adminSimple, 303),
  )

  app.get(
    paths.adminSimple,
    {
      config,
      schema: {
        hide: true,
        querystring: z.object({ tab: z.optional(z.string()), cursor: pageQuery.shape.cursor }),
      },
    },
    async (request, reply) => {
      const { cursor } = request.query
      const [page, total] = await Promise.all([
        listWaitlist(db, { limit: entriesPerPage, cursor }),
        countWaitlist(db),
      ])
      const username = request.session?.user.username ?? ''
      return sendPage(reply, {
        page: 'adminSimple',
        props: { username, waitlist: { ...page, total, isFirstPage: cursor === undefined } },
      })
    },
  )
}
