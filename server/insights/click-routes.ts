import { clickQuery } from '../../contracts/clicks.ts'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { tellVisitor } from '../http/bot-detection.ts'
import { createVisitorLimit } from '../http/limits/visitor-limit.ts'
import { countClick } from './clicks.ts'
import type { PageViewCounter } from './page-view-counter.ts'

/** Far above what people click, even many behind one address. */
const clickLimit = { max: 300, minutes: 10 }

export function addClickRoutes(
  app: App,
  { config, db, tally }: RouteDeps & { tally: PageViewCounter },
): void {
  const secondsToWait = createVisitorLimit(app, clickLimit)

  app.register(async (clicks: App) => {
    // A link's ping sends "PING", a beacon an empty text: what it is about stands in the address alone.
    clicks.removeAllContentTypeParsers()
    clicks.addContentTypeParser(
      ['text/ping', 'text/plain', 'application/json'],
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, _body, done) => done(null, undefined),
    )

    clicks.post(
      paths.api.calendarClicks,
      {
        config: { audience: 'everyone', kind: 'call' },
        schema: {
          summary: 'Count a click on a booking, community or app button',
          description:
            'Sent by the `ping` of a link or by a beacon; the body is not read. The same visitor on the same button within 30 seconds counts once, bots and what is fetched ahead not at all.',
          querystring: clickQuery,
        },
      },
      async (request, reply) => {
        const wait = await secondsToWait(request)
        if (wait) throw new RequestProblem('too-many-requests', { retryAfterSeconds: wait })
        const userAgent = request.headers['user-agent'] ?? ''
        if (tellVisitor(request.headers, config) === 'person')
          await countClick(db, {
            service: request.query.service,
            source: request.findSourcePage(),
            ip: request.ip,
            userAgent,
          })
        else tally.addLeftOut('click-bots')
        return reply.code(204).send()
      },
    )
  })
}
