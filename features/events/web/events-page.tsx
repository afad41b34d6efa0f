import {
  formatClock,
  formatShortMonth,
  formatTimeZone,
  formatWeekday,
} from '../../../core/contract/format-date.ts'
import { onOneLine } from '../../../core/contract/on-one-line.ts'
import type { Site } from '../../../core/contract/site.ts'
import type { Page } from '../../../core/web/page.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { eventKindLabels } from '../contract/events.ts'
import { type ListedEvent, priceLines } from '../contract/shown-event.ts'
import { eventWords as words } from '../words/events.ts'

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
              <EventList events={coming} />
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
                  {words.write}
                </a>
              </p>
            </>
          )}
        </section>
        {past.length > 0 && (
          <section className="events-past" aria-labelledby="past">
            <h2 id="past">{words.past}</h2>
            <EventList events={past} />
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
        <EventList events={data} />
        <p>
          <a className="btn btn-quiet" href={eventPaths.list}>
            {words.all}
          </a>
        </p>
      </div>
    </section>
  )
}

const EventList = ({ events }: { events: ListedEvent[] }) => (
  <ul className="dates">
    {events.map((event) => {
      const { slug, kind, title, day, startsAt, timeZone, format, place, state } = event
      const where = format === 'online' ? words.facts.online : onOneLine(place)
      const seats = describeSeats(event)
      return (
        <li key={slug}>
          <article className="date">
            {/* The whole day is in words below. */}
            <p className="date-leaf" aria-hidden="true">
              <span>{formatShortMonth(day.slice(0, 7))}</span>
              <b>{Number(day.slice(8))}</b>
            </p>
            <div className="date-text">
              <h3 dir="auto">
                <a href={eventPaths.event(slug)}>{title}</a>
              </h3>
              <p className="date-facts">
                <time dateTime={`${day}T${startsAt}`}>
                  {formatWeekday(day)}, {formatClock(startsAt)} {formatTimeZone(timeZone)}
                </time>
                {where && <span dir="auto">{where}</span>}
              </p>
            </div>
            <p className="date-marks">
              <span className="tag">{eventKindLabels[kind]}</span>
              {seats && <span className="badge">{seats}</span>}
              {state === 'open' && !seats && (
                <span className="tag" dir="auto">
                  {priceLines(event)[0] ?? words.free}
                </span>
              )}
            </p>
          </article>
        </li>
      )
    })}
  </ul>
)

/** From this many free seats on, their number helps no one to decide. */
const few = 5

/** Says that a date is full or nearly so; empty if it is not, or if no one can register. */
export function describeSeats({ state, seatsLeft }: ListedEvent): string {
  if (state === 'full') return words.full
  return state === 'open' && seatsLeft !== null && seatsLeft <= few ? words.seatsLeft(seatsLeft) : ''
}
