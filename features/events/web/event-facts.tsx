import { formatFullDay } from '../../../core/contract/format-date.ts'
import { Fact } from '../../../core/web/ui/fact.tsx'
import { formatHours } from '../../calendar/contract/day-time.ts'
import { MapLink } from '../../calendar/web/map-link.tsx'
import type { ListedEvent } from '../contract/shown-event.ts'
import { eventWords } from '../words/events.ts'

const words = eventWords.facts

type WhenWhereProps = {
  event: Pick<ListedEvent, 'day' | 'startsAt' | 'endsAt' | 'timeZone' | 'format' | 'place'>
  /** Below the place of an online event */
  onlineNote?: string
}

/** The facts of a date that everyone looks for first */
export function WhenWhere({ event, onlineNote }: WhenWhereProps) {
  const { day, startsAt, endsAt, timeZone, format, place } = event
  return (
    <>
      <Fact name={words.when}>
        <time dateTime={`${day}T${startsAt}`}>{formatFullDay(day)}</time>
        <br />
        {formatHours(startsAt, endsAt, timeZone)}
      </Fact>
      {format === 'online' ? (
        <Fact name={words.where}>
          {words.online}
          {onlineNote && <span className="fact-note">{onlineNote}</span>}
        </Fact>
      ) : (
        place && (
          <Fact name={words.where} dir="auto" className="as-written">
            {place}
            {'\n'}
            <MapLink place={place} label={words.map} />
          </Fact>
        )
      )}
    </>
  )
}
