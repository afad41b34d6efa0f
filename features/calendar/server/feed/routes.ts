import { createHash } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { rights } from '../../../../core/contract/roles.ts'
import type { SiteSettings } from '../../../../core/contract/site.ts'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App } from '../../../../core/server/http/app.ts'
import { matchesEtag } from '../../../../core/server/http/negotiation.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { route } from '../../../../core/server/http/route.ts'
import { hashToken, newToken } from '../../../../core/server/http/tokens.ts'
import { users } from '../../../accounts/schema/accounts.ts'
import { setCalendarFacts } from '../../../accounts/server/team/members.ts'
import { readSiteSettings } from '../../../site/server/settings/site-source.ts'
import { calendarFeedCreate, calendarFeedDelete, calendarFeedRead } from '../../contract/calendar-feed.ts'
import { calendarPaths } from '../../contract/calendar-paths.ts'
import { recordActivity } from '../actions.ts'
import { writeCalendar } from '../ics/calendar-file.ts'
import type { CalendarDeps } from '../routes.ts'

const own = { audience: 'admin', role: rights.work } as const

/** A trainer's calendar feed, which calendar apps read every hour, and the endpoints for its secret link. */
export function addFeedRoutes(app: App, { db, config, features }: CalendarDeps): void {
  route(app, calendarFeedRead, own, async ({ session: { user } }) => ({
    hasLink: (await db.$count(users, and(eq(users.id, user.id), isNotNull(users.calendarTokenHash)))) > 0,
  }))

  route(app, calendarFeedCreate, own, async ({ session }) => {
    const token = await makeFeedLink(db, session.user)
    return { url: config.publicUrl + calendarPaths.calendarFeed(token) }
  })

  route(app, calendarFeedDelete, own, ({ session }) => revokeFeedLink(db, session.user))

  pageRoute(
    app,
    calendarPaths.calendarFeed(':token'),
    { audience: 'guest', kind: 'file', params: z.object({ token: z.string() }) },
    async (request, reply) => {
      // Also for a link that does not work: the address is a secret all the same.
      reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'same-origin')
      const owner = await findFeedOwner(db, request.params.token)
      if (!owner) {
        reply.header('cache-control', 'no-store')
        throw new RequestProblem('not-found')
      }
      const text = await writeFeed(db, features, await readSiteSettings(db, config.site), owner.id)
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
      // Apps may keep a copy, but must ask each time, so that a link that was turned off shows nothing more.
      reply.header('cache-control', 'private, no-cache').header('etag', etag)
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(text)
    },
  )
}

/** Makes a secret link to the user's calendar and returns its token. An earlier link stops working. */
function makeFeedLink(db: Database, by: ActingUser): Promise<string> {
  const token = newToken()
  return db.transaction(async (tx) => {
    await setCalendarFacts(tx, by.id, { calendarTokenHash: hashToken(token) })
    await recordActivity(tx, { action: 'calendar-link-made', by })
    return token
  })
}

function revokeFeedLink(db: Database, by: ActingUser): Promise<void> {
  return db.transaction(async (tx) => {
    const hasLink = isNotNull(users.calendarTokenHash)
    const { rowCount } = await setCalendarFacts(tx, by.id, { calendarTokenHash: null }, hasLink)
    if (rowCount) await recordActivity(tx, { action: 'calendar-link-revoked', by, about: ['user', by.id] })
  })
}

/** The trainer whose calendar a link opens, unless their access has ended */
async function findFeedOwner(db: Queryable, token: string): Promise<{ id: number } | undefined> {
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.calendarTokenHash, hashToken(token)), isNull(users.disabledAt)))
  return owner
}

/** The calendar of a trainer as iCalendar text. It is the same text as long as nothing changes. */
async function writeFeed(
  db: Queryable,
  features: CalendarDeps['features'],
  site: SiteSettings,
  trainerId: number,
): Promise<string> {
  const { name, timeZone } = site
  const lists = features.map(({ calendar }) => calendar?.listEvents(db, site, trainerId) ?? [])
  const events = (await Promise.all(lists)).flat()
  return writeCalendar({ name: `Trainings, ${name}`, timeZone, events })
}
