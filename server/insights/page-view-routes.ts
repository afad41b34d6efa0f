import { paths } from '../../contracts/paths.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { tellVisitor } from '../http/bot-detection.ts'
import type { PageViewCounter } from './page-view-counter.ts'

/**
 * Headers of a page that a browser fetches ahead: shown later, it is not asked for again. Rules of speculation are
 * fetched only by a page that is shown, without script, and so tell that it was. Nobody keeps such an answer: from
 * a cache it would count those who have asked for the page themselves.
 */
export function tellWhenOpened(rules: string | undefined): Record<string, string> {
  const opened = `"${paths.pageOpened}"`
  return { 'speculation-rules': rules ? `${rules}, ${opened}` : opened, 'cache-control': 'no-store' }
}

export function addViewRoutes(app: App, { config, tally }: RouteDeps & { tally: PageViewCounter }): void {
  app.get(
    paths.pageOpened,
    { config: { audience: 'everyone', kind: 'file' }, schema: { hide: true } },
    async (request, reply) => {
      const path = request.findSourcePage()
      if (path !== undefined && tellVisitor(request.headers, config) === 'person') tally.addView(path)
      return reply.header('cache-control', 'no-store').type('application/speculationrules+json').send('{}')
    },
  )
}
