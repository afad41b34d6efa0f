import { formatClock, formatWeekday } from '../../../../core/contract/format-date.ts'
import { onOneLine } from '../../../../core/contract/on-one-line.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { filterUrl, readFilters } from '../../../../core/web/admin/lists/filters.tsx'
import { byId, ListScreen, Rows, useListPage } from '../../../../core/web/admin/lists/list-screen.tsx'
import { ButtonLink, ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { ChoiceBar } from '../../../../core/web/ui/choice-bar.tsx'
import { ToolMenu } from '../../../posts/web/editor/tool-menu.tsx'
import { eventPaths } from '../../contract/event-paths.ts'
import { type Event, type EventView, eventKindLabels, eventList, eventViews } from '../../contract/events.ts'
import { useEventMenu } from './event-menu.tsx'
import { describeSeats } from './event-words.ts'

const viewLabels: Record<EventView, string> = { coming: 'Coming', past: 'Past' }

/** Coming dates by day, and past ones from the latest day */
export function EventList({ query }: { query: URLSearchParams }) {
  const view = readFilters(query, { view: eventViews }).view || 'coming'
  // People register and cancel at any time.
  const list = useListPage(eventList, { query: { view, limit: 25 } }, { staleTime: 0 })
  const mayRun = useMay('manageDays')
  return (
    <ListScreen
      headline={<h1>Events</h1>}
      unit={['date', 'dates']}
      list={list}
      hasSkeleton
      empty={
        <div className="card empty">
          <h2>{noEvents[view].title}</h2>
          <p>{noEvents[view].text}</p>
        </div>
      }
      filters={
        <div className="event-tools">
          <ChoiceBar
            label="Show"
            options={viewLabels}
            value={view}
            onChange={(one) => replaceUrl(filterUrl(eventPaths.admin, one === 'coming' ? {} : { view: one }))}
          />
          {mayRun && <ButtonLink href={eventPaths.adminNew}>New date</ButtonLink>}
        </div>
      }
    >
      <div className="post-list">
        <Rows rows={list.rows} keyOf={byId}>
          {(event) => <EventRow event={event} />}
        </Rows>
      </div>
    </ListScreen>
  )
}

function EventRow({ event }: { event: Event }) {
  const { id, kind, title, day, startsAt, format, place } = event
  const { items, dialog } = useEventMenu(event)
  return (
    <article className="event-row" aria-labelledby={`event-${id}`}>
      <h2 id={`event-${id}`}>
        <ScreenLink href={eventPaths.adminEvent(id)}>
          {formatWeekday(day)}: <bdi>{title}</bdi>
        </ScreenLink>
      </h2>
      <p className="post-row-facts">
        <EventBadge event={event} />
        <span>{eventKindLabels[kind]}</span>
        <span>{formatClock(startsAt)}</span>
        <bdi>{format === 'online' ? 'Online' : onOneLine(place) || 'No place yet'}</bdi>
        <span>{describeSeats(event)}</span>
      </p>
      {items.length > 0 && (
        <ToolMenu label="More" button={{ 'aria-label': `More for ${title}` }} items={items} />
      )}
      {dialog}
    </article>
  )
}

export function EventBadge({ event: { status, isOver, seats, taken, suspect } }: { event: Event }) {
  const isFull = seats !== null && taken >= seats
  return (
    <>
      {status === 'canceled' && <span className="tag">Canceled</span>}
      {status === 'draft' && <span className="badge badge-draft">Draft</span>}
      {status === 'published' && isOver && <span className="tag">Over</span>}
      {status === 'published' && !isOver && (
        <span className="badge badge-live">{isFull ? 'Full' : 'Published'}</span>
      )}
      {suspect > 0 && <span className="badge">{suspect} to look at</span>}
    </>
  )
}

const noEvents: Record<EventView, { title: string; text: string }> = {
  coming: {
    title: 'No coming dates yet',
    text: 'Make a workshop, a bootcamp, or a networking event with “New date”. When you publish it, people find it on your site and register there.',
  },
  past: {
    title: 'No past dates yet',
    text: 'When a date is over, it’s kept here, with who came and what they said.',
  },
}
