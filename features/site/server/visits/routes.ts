import { paths } from '../../../../core/contract/paths.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { tellVisitor } from '../../../../core/server/http/bot-detection.ts'
import { createVisitorGuard } from '../../../../core/server/http/limits/visitor-limit.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { route } from '../../../../core/server/http/route.ts'
import { clickCreate, nameButtons } from '../../contract/clicks.ts'
import { countClick } from './clicks.ts'
import type { PageViewCounter } from './page-view-counter.ts'
import { isFormerButton } from './remember-buttons.ts'

/**
 * Headers of a prefetched page. When a visitor opens it, the browser does not request the page again, but it does fetch
 * the speculation rules that these headers name. So the request for the rules counts the view, even without JavaScript.
 * The page must not be cached, because a cached copy would count visitors twice.
 */
export function tellWhenOpened(rules: string | undefined): Record<string, string> {
  const opened = `"${paths.pageOpened}"`
  return { 'speculation-rules': rules ? `${rules}, ${opened}` : opened, 'cache-control': 'no-store' }
}

type Deps = RouteDeps & { tally: PageViewCounter }

export function addViewRoutes(app: App, { config, tally }: Deps): void {
  pageRoute(app, paths.pageOpened, { audience: 'everyone', kind: 'file' }, async (request, reply) => {
    const path = request.findSourcePage()
    if (path !== undefined && tellVisitor(request.headers, config) === 'person') tally.addView(path)
    return reply.header('cache-control', 'no-store').type('application/speculationrules+json').send('{}')
  })
}

/** Far more clicks than visitors make, even when many share one address. */
const clickLimit = { max: 300, minutes: 10 }

export function addClickRoutes(app: App, { config, db, siteSource, tally }: Deps): void {
  const refuseTooMany = createVisitorGuard(app, clickLimit)

  app.register(async (clicks: App) => {
    // A link's ping sends "PING" and a beacon an empty text; only the query of the URL matters.
    clicks.removeAllContentTypeParsers()
    clicks.addContentTypeParser(
      ['text/ping', 'text/plain', 'application/json'],
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, _body, done) => done(null, undefined),
    )

    route(clicks, clickCreate, { audience: 'everyone' }, async ({ query, request }) => {
      await refuseTooMany(request)
      if (config.isRehearsal) return
      // An unknown name would let strangers fill the statistics. Pages that are still open may have former buttons.
      const buttons = nameButtons((await siteSource.read()).content)
      if (!buttons.has(query.service) && !(await isFormerButton(db, query.service))) return
      const userAgent = request.headers['user-agent'] ?? ''
      if (tellVisitor(request.headers, config) === 'person')
        await countClick(db, {
          service: query.service,
          source: request.findSourcePage(),
          ip: request.ip,
          userAgent,
        })
      else tally.addLeftOut('click-bots')
    })
  })
}
