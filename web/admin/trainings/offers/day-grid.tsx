import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { addDays, isoWeekday, weekFromSunday } from '../../../../contracts/calendar-days.ts'
import { formatShortDay, formatShortMonth, formatWeekday } from '../../../../contracts/format-date.ts'

/** State of one day of the trainer */
export type DayFacts = {
  /** Undefined if it is not known, because the calendar couldn't be loaded */
  state: 'free' | 'blocked' | 'held' | 'booked' | undefined
  /** True if the day is in a month and on a weekday that work for the person */
  isMatch: boolean
}

type DayGridProps = {
  /** The first Sunday that is shown */
  start: string
  weeks: number
  today: string
  chosen: readonly string[]
  isFull: boolean
  /** The day that the Tab key reaches. The arrow keys move it. */
  stop: string
  factsOf: (day: string) => DayFacts
  onToggle: (day: string) => void
  /** Shows other weeks if the day is not among those shown. */
  onMove: (day: string) => void
}

const stateWords = { free: 'free', blocked: 'blocked', held: 'held', booked: 'booked' } as const

/** Weeks of days as buttons. One of them is reached with Tab, the others with the arrow keys. */
export function DayGrid(props: DayGridProps) {
  const { start, weeks, stop, onMove } = props
  const grid = useRef<HTMLDivElement>(null)
  const days = Array.from({ length: weeks * 7 }, (_, index) => addDays(start, index))

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -7,
      ArrowDown: 7,
      Home: -(isoWeekday(stop) % 7),
      End: 6 - (isoWeekday(stop) % 7),
      PageUp: -7 * weeks,
      PageDown: 7 * weeks,
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const target = addDays(stop, step)
    // Render now: the day may be in a week that is not shown yet.
    flushSync(() => onMove(target))
    grid.current?.querySelector<HTMLElement>(`[data-day="${target}"]`)?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus among its buttons
    <div className="day-grid" ref={grid} onKeyDown={move}>
      {weekFromSunday.map(([, name]) => (
        <span key={name} className="day-grid-head" aria-hidden="true">
          {name.slice(0, 3)}
        </span>
      ))}
      {days.map((day) => (
        <Day key={day} {...props} day={day} isFirst={day === start} />
      ))}
    </div>
  )
}

type DayProps = Omit<DayGridProps, 'start' | 'weeks' | 'onMove'> & { day: string; isFirst: boolean }

function Day({ day, today, chosen, isFull, stop, isFirst, factsOf, onToggle }: DayProps) {
  const { state, isMatch } = factsOf(day)
  const isChosen = chosen.includes(day)
  const isPast = day <= today
  const isTaken = state === 'blocked' || state === 'held' || state === 'booked'
  const canToggle = isChosen || !(isPast || isTaken || isFull)
  const [date, month] = [String(Number(day.slice(8))), formatShortMonth(day.slice(0, 7))]
  const word = isPast ? 'past' : state && stateWords[state]
  const label = [formatWeekday(day), word, isMatch && canToggle && 'works for them'].filter(Boolean)
  return (
    <button
      type="button"
      className="day"
      data-day={day}
      data-state={isPast ? 'past' : state}
      data-match={(isMatch && !isPast && !isTaken) || undefined}
      aria-label={label.join(', ')}
      aria-pressed={isChosen}
      aria-disabled={canToggle ? undefined : true}
      title={isTaken ? `${formatShortDay(day)}: ${word}` : undefined}
      tabIndex={day === stop ? 0 : -1}
      onClick={() => canToggle && onToggle(day)}
    >
      <span>
        {(isFirst || date === '1') && <small>{month} </small>}
        {date}
      </span>
    </button>
  )
}
