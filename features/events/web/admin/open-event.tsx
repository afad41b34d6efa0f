import { Download, Printer } from 'lucide-react'
import { formatDay, formatRecent, formatWeekday } from '../../../../core/contract/format-date.ts'
import { rights, whoMay } from '../../../../core/contract/roles.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { countPeople } from '../../../../core/web/admin/plots/figures.ts'
import { Button, TextButton } from '../../../../core/web/ui/button.tsx'
import { ExternalLink } from '../../../../core/web/ui/external-link.tsx'
import { Fact, TextFact } from '../../../../core/web/ui/fact.tsx'
import { focusOnMount } from '../../../../core/web/ui/focus-on-mount.ts'
import { formatHours } from '../../../calendar/contract/day-time.ts'
import { FollowUpPanel } from '../../../follow-up/web/admin/follow-up-panel.tsx'
import { eventPaths } from '../../contract/event-paths.ts'
import { type Event, eventFormatLabels, eventKindLabels } from '../../contract/events.ts'
import { priceLines } from '../../contract/shown-event.ts'
import { DoorList } from './door/door-list.tsx'
import { EventBadge } from './event-list.tsx'
import { useEventMenu } from './event-menu.tsx'
import { eventTitleId, registrationsQuery } from './event-queries.ts'
import { describeSeats } from './event-words.ts'
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
  return (
    <dl className="event-facts">
      <Fact name="Kind">{eventKindLabels[kind]}</Fact>
      <Fact name="Time">{formatHours(startsAt, endsAt, timeZone)}</Fact>
      <Fact name="Seats">
        {describeSeats(event)}
        {waitingSeats > waiting && ` (${countPeople(waitingSeats)})`}
      </Fact>
      {came > 0 && <Fact name="Came">{countPeople(came)}</Fact>}
      {format === 'online' ? (
        <TextFact name={eventFormatLabels[format]} text={onlineUrl || 'No link for joining yet'} />
      ) : (
        <TextFact name="Place" text={place || 'Not known yet'} className="event-text" />
      )}
      <TextFact name="Price" text={priceLines(event).join('\n') || 'Free'} className="event-text" />
      <TextFact name="Pay at" text={payUrl} />
      <TextFact name="Terms" text={terms} className="event-text" />
      {registerUntil && <Fact name="Registration until">{formatDay(registerUntil)}</Fact>}
      <TextFact name="Questions to" text={contact} />
      <TextFact name="Trainer" text={trainerName} />
    </dl>
  )
}
