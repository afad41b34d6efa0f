import * as z from 'zod/mini'
import type { App } from '../../../../core/server/http/app.ts'
import { keepPrivate } from '../../../../core/server/http/keep-private.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import type { CalendarEvent } from '../../../manifest/calendar-event.ts'
import { writeCalendar } from './calendar-file.ts'

/** Params of a page whose address has a secret */
export const tokenParams = z.object({ token: z.string().check(z.maxLength(100)) })

/** Adds the address of a day as a file for calendars, for those who have the secret in it. */
export function addPrivateFile(
  app: App,
  pathOf: (token: string) => string,
  filename: string,
  read: (token: string) => Promise<CalendarEvent>,
): void {
  const options = { audience: 'guest', kind: 'file', params: tokenParams } as const
  pageRoute(app, pathOf(':token'), options, async (request, reply) => {
    keepPrivate(reply)
    const event = await read(request.params.token)
    const { timeZone } = event
    return reply
      .header('content-disposition', `attachment; filename="${filename}"`)
      .type('text/calendar; charset=utf-8')
      .send(await writeCalendar({ method: 'PUBLISH', timeZone, events: [event] }))
  })
}
