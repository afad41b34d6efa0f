import type { Site } from '../../../core/contract/site.ts'
import type { Page } from '../../../core/web/page.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { eventPaths } from '../contract/event-paths.ts'
import type { ListedEvent } from '../contract/shown-event.ts'
import { eventWords as words } from '../words/events.ts'
import { EventList } from './event-list.tsx'

/** The page `/events`: what is coming, then what is past */
export const events: Page<{ coming: ListedEvent[]; past: ListedEvent[] }> = {
  head: ({ site: { content } }) => ({
    title: content.nextDates.page.title,
    description: content.nextDates.page.lead || content.nextDates.page.title,
    canonical: eventPaths.list,
    alternates: [{ href: eventPaths.calendar, type: 'text/calendar' }],
  }),
  styles: 'article',
  Body: ({ site, coming, past }) => {
    const { title, lead, none } = site.content.nextDates.page
    return (
      <main id="main" tabIndex={-1} className="wrap events">
        <header className="events-head">
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
        </header>
        <section aria-labelledby="coming">
          <h2 id="coming">{words.coming}</h2>
          {coming.length > 0 ? (
            <>
              <EventList events={coming} heading="h3" />
              <p>
                <a className="text-link" href={eventPaths.calendar}>
                  {words.subscribe}
                </a>
              </p>
            </>
          ) : (
            <>
              <p className="events-none">{none}</p>
              <p>
                <a className="btn" href={sitePaths.contact}>
                  {words.contact.link}
                </a>
              </p>
            </>
          )}
        </section>
        {past.length > 0 && (
          <section className="events-past" aria-labelledby="past">
            <h2 id="past">{words.past}</h2>
            <EventList events={past} heading="h3" />
          </section>
        )}
      </main>
    )
  },
}

/** The section of the home page, hidden while nothing is planned */
export function NextDates({ site, data = [] }: { site: Site; data?: ListedEvent[] }) {
  if (data.length === 0) return null
  const words = site.content.nextDates
  return (
    <section className="section next-dates" aria-labelledby="next-dates-title">
      <div className="wrap">
        <div>
          <h2 id="next-dates-title">{words.title}</h2>
          {words.lead && <p className="lead">{words.lead}</p>}
        </div>
        <EventList events={data} heading="h3" />
        <p>
          <a className="btn btn-quiet" href={eventPaths.list}>
            {words.all}
          </a>
        </p>
      </div>
    </section>
  )
}
