import { paths } from '../../../../core/contract/paths.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { draw, isDrawable } from '../../../../core/server/drawings/draw.ts'
import { formatDayTime } from '../../../calendar/contract/day-time.ts'
import { writeCalendar } from '../../../calendar/server/ics/calendar-file.ts'
import type { PageContext, PageResult, PublicData, SitePage } from '../../../manifest/site-page.ts'
import { eventPaths } from '../../contract/event-paths.ts'
import type { ListedEvent } from '../../contract/shown-event.ts'
import { calendarEventOf } from '../calendar-days.ts'
import { eventsTag } from '../event-row.ts'
import { findPublicEvent, listPublicEvents, type PublicEvent, toShown } from '../public-events.ts'
import { eventMarkdown } from './event-markdown.ts'

/** Max dates in a list */
const max = { home: 3, coming: 200, past: 50 }
const tags = [eventsTag]

/** The coming dates that the home page shows */
export const nextDates: PublicData<ListedEvent[]> = {
  tags,
  read: (db) => listPublicEvents(db, 'coming', max.home),
}

const listAll = async (db: Queryable) => ({
  coming: await listPublicEvents(db, 'coming', max.coming),
  past: await listPublicEvents(db, 'past', max.past),
})

/** The public pages of dates, and what programs read of them */
export const eventPages: SitePage[] = [
  {
    kind: 'page',
    path: eventPaths.list,
    listed: ({ nextDates: { page } }) => ({ title: page.title, about: page.lead }),
    load: async ({ db }) => ({ kind: 'view', view: { page: 'events', props: await listAll(db) }, tags }),
  },
  {
    kind: 'file',
    path: eventPaths.calendar,
    load: async ({ db, site }) =>
      calendarFile(await listPublicEvents(db, 'coming', max.coming), site, { name: site.name }),
  },
  {
    kind: 'page',
    path: eventPaths.event(':slug'),
    members: {
      tags,
      read: async (db) => {
        const { coming, past } = await listAll(db)
        return [...coming, ...past].map((event, index) => {
          const { slug, title, timeZone } = event
          const listed = { title, about: formatDayTime(event, timeZone), path: eventPaths.markdown(slug) }
          const isComing = index < coming.length
          return { params: { slug }, path: eventPaths.event(slug), ...(isComing && { listed }) }
        })
      },
    },
    load: async ({ db, site, params: { slug: requested = '' } }) => {
      const slug = requested.replace(/\.md$/, '')
      const found = await findPublicEvent(db, slug)
      if (!found) return { kind: 'not found' }
      const event = toShown(found)
      if (slug !== requested) return { kind: 'file', ...(await eventMarkdown(event, site)), tags }
      return { kind: 'view', view: { page: 'event', props: { event } }, tags }
    },
  },
  fileOfEvent(eventPaths.calendarFile, (event, { site: { publicUrl } }) =>
    calendarFile([event], { publicUrl, timeZone: event.timeZone }, { method: 'PUBLISH' }),
  ),
  fileOfEvent(eventPaths.picture, drawEvent),
]

function fileOfEvent(
  pathOf: (slug: string) => string,
  write: (event: PublicEvent, context: PageContext) => Promise<PageResult>,
): SitePage {
  return {
    kind: 'file',
    path: pathOf(':slug'),
    load: async (context) => {
      const event = await findPublicEvent(context.db, context.params.slug ?? '')
      return event ? write(event, context) : { kind: 'not found' }
    },
  }
}

/** Without the link to join, which only registered people get */
async function calendarFile(
  events: Awaited<ReturnType<typeof listPublicEvents>>,
  { publicUrl, timeZone }: Pick<Site, 'publicUrl' | 'timeZone'>,
  about: { name: string } | { method: 'PUBLISH' },
): Promise<PageResult> {
  const now = new Date()
  const body = await writeCalendar({
    ...about,
    timeZone,
    events: events.map((event) => calendarEventOf(event, now, [publicUrl + eventPaths.event(event.slug)])),
  })
  return { kind: 'file', body, contentType: 'text/calendar; charset=utf-8', tags }
}

async function drawEvent(event: PublicEvent, { site, readStyle }: PageContext): Promise<PageResult> {
  const { title, timeZone } = event
  if (!isDrawable(title)) return { kind: 'redirect', to: paths.socialPicture, tags }
  const author = formatDayTime(event, timeZone)
  const body = await draw({ kind: 'post', title, author, siteName: site.name, style: await readStyle() })
  // Other sites, such as social networks, may show this picture.
  const headers = { 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'public, max-age=86400' }
  return { kind: 'file', body, contentType: 'image/png', tags, headers }
}
