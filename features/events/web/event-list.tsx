import {
  formatClock,
  formatShortMonth,
  formatTimeZone,
  formatWeekday,
} from '../../../core/contract/format-date.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { eventKindLabels } from '../contract/events.ts'
import { type ListedEvent, onOneLine, priceLines } from '../contract/shown-event.ts'
import { eventWords as words } from '../words/events.ts'

type EventListProps = { events: ListedEvent[]; heading: 'h2' | 'h3' }

export function EventList({ events, heading: Heading }: EventListProps) {
  return (
    <ul className="dates">
      {events.map((event) => {
        const { slug, kind, title, day, startsAt, timeZone, format, place } = event
        const where = format === 'online' ? words.facts.online : onOneLine(place)
        return (
          <li key={slug}>
            <article className="date">
              {/* The whole day is in words below. */}
              <p className="date-leaf" aria-hidden="true">
                <span>{formatShortMonth(day.slice(0, 7))}</span>
                <b>{Number(day.slice(8))}</b>
              </p>
              <div className="date-text">
                <Heading dir="auto">
                  <a href={eventPaths.event(slug)}>{title}</a>
                </Heading>
                <p className="date-facts">
                  <time dateTime={`${day}T${startsAt}`}>
                    {formatWeekday(day)}, {formatClock(startsAt)} {formatTimeZone(timeZone)}
                  </time>
                  {where && <span dir="auto">{where}</span>}
                </p>
              </div>
              <p className="date-marks">
                <span className="tag">{eventKindLabels[kind]}</span>
                <SeatsMark event={event} />
              </p>
            </article>
          </li>
        )
      })}
    </ul>
  )
}

/** From this many free seats on, their number helps no one to decide. */
const few = 5

/** Says that a date is full or nearly so, or else its price. Renders nothing for a past one. */
function SeatsMark({ event }: { event: ListedEvent }) {
  if (event.state === 'full') return <span className="badge">{words.full}</span>
  if (event.state !== 'open') return null
  if (isNearlyFull(event)) return <span className="badge">{words.seatsLeft(event.seatsLeft)}</span>
  return (
    <span className="tag" dir="auto">
      {priceLines(event)[0] ?? words.free}
    </span>
  )
}

export const isNearlyFull = <Of extends Pick<ListedEvent, 'seatsLeft'>>(
  event: Of,
): event is Of & { seatsLeft: number } => event.seatsLeft !== null && event.seatsLeft <= few
