import { formatDayTime } from '../../../../calendar/contract/day-time.ts'
import type { Event } from '../../../contract/events.ts'
import type { Registration, RegistrationStatus } from '../../../contract/registrations.ts'
import { onOneLine } from '../../../contract/shown-event.ts'
import { describeSeats, namesOf } from '../event-words.ts'

/** The list for the door: what the printer gets of the screen of a date */
export function DoorList({ event, registrations }: { event: Event; registrations: Registration[] }) {
  const list = (status: RegistrationStatus) => (
    <ul>
      {registrations
        .filter((one) => one.status === status)
        .flatMap((one) =>
          namesOf(one).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a party is a list of places
            <li key={`${one.id}-${index}`} data-guest={index > 0 || undefined}>
              <span className="door-box" />
              <span>
                <bdi>{name}</bdi>
                {index === 0 && one.company && <small> {one.company}</small>}
              </span>
            </li>
          )),
        )}
    </ul>
  )
  return (
    <section className="door-list" aria-label="Door list">
      <h2>
        <bdi>{event.title}</bdi>
      </h2>
      <p>
        {formatDayTime(event, event.timeZone)}
        {event.place && `, ${onOneLine(event.place)}`}. {describeSeats(event)}.
      </p>
      {list('registered')}
      {event.waiting > 0 && <h3>Waiting list</h3>}
      {event.waiting > 0 && list('waiting')}
    </section>
  )
}
