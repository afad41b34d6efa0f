import { clickCreate, nameButtons } from '../../contracts/clicks.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { tellVisitor } from '../http/bot-detection.ts'
import { createVisitorGuard } from '../http/limits/visitor-limit.ts'
import { route } from '../http/route.ts'
import { countClick } from './clicks.ts'
import type { PageViewCounter } from './page-view-counter.ts'
import { isFormerButton } from './remember-buttons.ts'

/** Far more clicks than visitors make, even when many share one address. */
const clickLimit = { max: 300, minutes: 10 }

export function addClickRoutes(
  app: App,
  { config, db, siteSource, tally }: RouteDeps & { tally: PageViewCounter },
): void {
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
