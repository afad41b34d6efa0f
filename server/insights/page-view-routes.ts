import { paths } from '../../contracts/paths.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { tellVisitor } from '../http/bot-detection.ts'
import { pageRoute } from '../http/page-route.ts'
import type { PageViewCounter } from './page-view-counter.ts'

/**
 * Headers of a prefetched page, which is not requested again when it is shown. A browser fetches speculation rules only
 * for a page that is shown, so that request counts the view without script. The page must not be cached: a cached copy
 * would count visitors twice.
 */
export function tellWhenOpened(rules: string | undefined): Record<string, string> {
  const opened = `"${paths.pageOpened}"`
  return { 'speculation-rules': rules ? `${rules}, ${opened}` : opened, 'cache-control': 'no-store' }
}

export function addViewRoutes(app: App, { config, tally }: RouteDeps & { tally: PageViewCounter }): void {
  pageRoute(app, paths.pageOpened, { audience: 'everyone', kind: 'file' }, async (request, reply) => {
    const path = request.findSourcePage()
    if (path !== undefined && tellVisitor(request.headers, config) === 'person') tally.addView(path)
    return reply.header('cache-control', 'no-store').type('application/speculationrules+json').send('{}')
  })
}
