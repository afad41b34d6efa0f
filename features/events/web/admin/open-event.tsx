import { Download, Printer } from 'lucide-react'
import { formatDay, formatRecent, formatWeekday } from '../../../../core/contract/format-date.ts'
import { onOneLine } from '../../../../core/contract/on-one-line.ts'
import { rights, whoMay } from '../../../../core/contract/roles.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { countPeople } from '../../../../core/web/admin/plots/figures.ts'
import { Button, TextButton } from '../../../../core/web/ui/button.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { TextFact } from '../../../../core/web/ui/fact.tsx'
import { focusOnMount } from '../../../../core/web/ui/focus-on-mount.ts'
import { formatDayTime, formatHours } from '../../../calendar/contract/day-time.ts'
import { FollowUpPanel } from '../../../follow-up/web/admin/follow-up-panel.tsx'
import { eventPaths } from '../../contract/event-paths.ts'
import { type Event, eventFormatLabels, eventKindLabels } from '../../contract/events.ts'
import type { Registration, RegistrationStatus } from '../../contract/registrations.ts'
import { priceLines } from '../../contract/shown-event.ts'
import { EventBadge } from './event-list.tsx'
import { useEventMenu } from './event-menu.tsx'
import { eventTitleId, registrationsQuery } from './event-queries.ts'
import { describeSeats, namesOf } from './event-words.ts'
import { Registrations } from './registrations.tsx'

/** One date: what is known of it, who registered, who came, and what can be done */
export function OpenEvent({ event }: { event: Event }) {
  const { id, uid, title, status, isOver, came } = event
  const mayRun = useMay('manageDays')
  const query = { ...registrationsQuery(id), staleTime: 0 }
  const { data, notLoaded } = useLoaded(query, 'registrations')
  return (
    <>
      <h2 id={eventTitleId} ref={focusOnMount} tabIndex={-1} className="event-title">
        <span>
          {formatWeekday(event.day)}: <bdi>{title}</bdi>
        </span>{' '}
        <EventBadge event={event} />
      </h2>
      {event.canceledAt && (
        <p className="notice event-text">
          Canceled: {formatRecent(event.canceledAt)}. <bdi>{event.cancelReason}</bdi>
        </p>
      )}
      <Actions event={event} canPrint={Boolean(data?.length)} />
      {!mayRun && <p className="form-note">{whoMay[rights.manageDays]}</p>}
      <Facts event={event} />
      {status !== 'draft' &&
        (data ? <Registrations event={event} registrations={data} mayRun={mayRun} /> : notLoaded)}
      {status === 'published' && (isOver || came > 0) && <FollowUpPanel uid={uid} canEdit={mayRun} />}
      {data && data.length > 0 && <DoorList event={event} registrations={data} />}
    </>
  )
}

/** `canPrint`: there is a list of people for the door */
function Actions({ event, canPrint }: { event: Event; canPrint: boolean }) {
  const mayExport = useMay('export')
  const { items, dialog } = useEventMenu(event)
  return (
    <div className="form-actions event-actions">
      {items.map(({ label, icon: Icon, run }, index) => (
        <Button key={label} className={index === 0 ? 'btn' : 'btn btn-quiet'} onClick={run}>
          <Icon aria-hidden="true" /> {label}
        </Button>
      ))}
      {event.status !== 'draft' && (
        <ExternalLink className="text-button" href={eventPaths.event(event.slug)}>
          View the page
        </ExternalLink>
      )}
      {canPrint && (
        <TextButton onClick={() => print()}>
          <Printer aria-hidden="true" /> Print the door list
        </TextButton>
      )}
      {canPrint && mayExport && (
        <a className="text-button" href={eventPaths.registrationsExport(event.id)} download>
          <Download aria-hidden="true" /> Download (CSV)
        </a>
      )}
      {dialog}
    </div>
  )
}

function Facts({ event }: { event: Event }) {
  const { kind, startsAt, endsAt, timeZone, format, place, onlineUrl, came, waitingSeats, waiting } = event
  const { payUrl, terms, registerUntil, contact, trainerName } = event
  const waitingPeople = waitingSeats > waiting ? ` (${countPeople(waitingSeats)})` : ''
  const facts: [name: string, text: string | null][] = [
    ['Kind', eventKindLabels[kind]],
    ['Time', formatHours(startsAt, endsAt, timeZone)],
    ['Seats', describeSeats(event) + waitingPeople],
    ['Came', came > 0 ? countPeople(came) : ''],
    format === 'online'
      ? [eventFormatLabels[format], onlineUrl || 'No link for joining yet']
      : ['Place', place || 'Not known yet'],
    ['Price', priceLines(event).join('\n') || 'Free'],
    ['Pay at', payUrl],
    ['Terms', terms],
    ['Registration until', registerUntil && formatDay(registerUntil)],
    ['Questions to', contact],
    ['Trainer', trainerName],
  ]
  return (
    <dl className="event-facts">
      {facts.map(([name, text]) => (
        <TextFact key={name} name={name} text={text} className="event-text" />
      ))}
    </dl>
  )
}

/** The list for the door: what the printer gets of the screen of a date */
function DoorList({ event, registrations }: { event: Event; registrations: Registration[] }) {
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
