import { paths } from '../../contracts/paths.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { tellVisitor } from '../http/bot-detection.ts'
import { pageRoute } from '../http/page-route.ts'
import type { PageViewCounter } from './page-view-counter.ts'

/**
 * Headers of a prefetched page. When a visitor opens it, the browser does not request the page again, but it does fetch
 * the speculation rules that these headers name. So the request for the rules counts the view, even without JavaScript.
 * The page must not be cached, because a cached copy would count visitors twice.
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
