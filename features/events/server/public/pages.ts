import { paths } from '../../../../core/contract/paths.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { draw, isDrawable } from '../../../../core/server/drawings/draw.ts'
import { formatDayTime } from '../../../calendar/contract/day-time.ts'
import { writeCalendar } from '../../../calendar/server/ics/calendar-file.ts'
import type { PageContext, PageResult, PublicData, SitePage } from '../../../manifest/site-page.ts'
import { eventPaths } from '../../contract/event-paths.ts'
import type { ListedEvent } from '../../contract/shown-event.ts'
import { calendarEventOf } from '../event-calendar.ts'
import { eventsTag } from '../event-row.ts'
import { findPublicEvent, listPublicEvents, type PublicEvent } from '../public-events.ts'
import { eventMarkdown } from './event-markdown.ts'
import { toListed, toShown } from './shown-event.ts'

/** Max dates in a list */
const max = { home: 3, coming: 200, past: 50 }
const tags = [eventsTag]

/** The coming dates that the home page shows */
export const nextDates: PublicData<ListedEvent[]> = {
  tags,
  read: async (db) => (await listPublicEvents(db, 'coming', max.home)).map(toListed),
}

/** The public pages of dates, and what programs read of them */
export const eventPages: SitePage[] = [
  {
    kind: 'page',
    path: eventPaths.list,
    listed: ({ nextDates: { page } }) => ({ title: page.title, about: page.lead }),
    load: async ({ db }) => {
      const [coming, past] = await Promise.all([
        listPublicEvents(db, 'coming', max.coming),
        listPublicEvents(db, 'past', max.past),
      ])
      const props = { coming: coming.map(toListed), past: past.map(toListed) }
      return { kind: 'view', view: { page: 'events', props }, tags }
    },
  },
  {
    kind: 'file',
    path: eventPaths.calendar,
    load: async ({ db, site }) => {
      const events = await listPublicEvents(db, 'coming', max.coming)
      return calendarFile(events, site, { name: site.name })
    },
  },
  {
    kind: 'page',
    path: eventPaths.event(':slug'),
    members: {
      tags,
      read: async (db) => {
        const [coming, past] = await Promise.all([
          listPublicEvents(db, 'coming', max.coming),
          listPublicEvents(db, 'past', max.past),
        ])
        const toMember = ({ slug }: { slug: string }) => ({ params: { slug }, path: eventPaths.event(slug) })
        return [
          ...coming.map((event) => ({
            ...toMember(event),
            listed: {
              title: event.title,
              about: formatDayTime(event, event.timeZone),
              path: eventPaths.markdown(event.slug),
            },
          })),
          ...past.map(toMember),
        ]
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
  fileOfEvent(eventPaths.calendarFile, (event, { site }) =>
    calendarFile([event], site, { method: 'PUBLISH' }),
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
  { publicUrl, timeZone }: Site,
  about: { name: string } | { method: 'PUBLISH' },
): Promise<PageResult> {
  const now = new Date()
  const body = await writeCalendar({
    ...about,
    timeZone: 'name' in about ? timeZone : (events[0]?.timeZone ?? timeZone),
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
