import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { type BusyDay, dayStateLabels } from '../../../../contracts/calendar.ts'
import { addDays, isoWeekday, weekFromSunday } from '../../../../contracts/calendar-days.ts'
import { formatTrainingDay } from '../../../../contracts/training-time.ts'
import {
  addMonths,
  dayInMonth,
  rangeOf,
  type Selection,
  type TrainerChoice,
  weeksOf,
} from './calendar-state.ts'

type MonthGridProps = {
  labelledBy: string
  month: string
  today: string
  /** Undefined while they are loading */
  days: BusyDay[] | undefined
  choice: TrainerChoice
  /** The day that the Tab key reaches */
  stop: string
  selection: Selection | undefined
  onMove: (day: string) => void
  onSelect: (selection: Selection | undefined) => void
}

/**
 * A month by the ARIA grid pattern (https://www.w3.org/WAI/ARIA/apg/patterns/grid/). The arrow keys move by day and week,
 * Home and End within the week, Page Up and Page Down by month, with Shift by year. Enter chooses a day, Shift and an
 * arrow key or a click a range. Without a keyboard, a second tap makes a range.
 */
export function MonthGrid(props: MonthGridProps) {
  const { labelledBy, month, days, stop, selection, onMove, onSelect } = props
  const table = useRef<HTMLTableElement>(null)
  const followsKeys = useRef(false)

  // An effect, because the day to focus may be in a month that is rendered only now.
  useLayoutEffect(() => {
    if (!followsKeys.current) return
    followsKeys.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.focus()
  }, [stop])

  function move(day: string, extends_: boolean) {
    followsKeys.current = true
    onMove(day)
    if (extends_) onSelect({ anchor: selection?.anchor ?? stop, end: day })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isMonthKey = event.key === 'PageUp' || event.key === 'PageDown'
    const next = targetOf(event, stop)
    if (next !== undefined) move(next, event.shiftKey && !isMonthKey)
    else if (event.key === 'Enter' || event.key === ' ') choose(stop, event.shiftKey)
    else if (event.key === 'Escape' && selection) onSelect(undefined)
    else return
    event.preventDefault()
  }

  function choose(day: string, extends_: boolean) {
    onSelect(extends_ && selection ? { ...selection, end: day } : { anchor: day, end: day })
  }

  function onClick({ target, shiftKey, nativeEvent }: MouseEvent) {
    const day = target instanceof Element && target.closest<HTMLElement>('[data-day]')?.dataset.day
    if (!day) return
    onMove(day)
    const isTap = !(nativeEvent instanceof PointerEvent) || nativeEvent.pointerType !== 'mouse'
    const isSecond = selection !== undefined && selection.anchor === selection.end && selection.anchor !== day
    choose(day, shiftKey || (isTap && isSecond))
  }

  const range = selection && rangeOf(selection)
  const busy = Map.groupBy(days ?? [], ({ day }) => day)
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a calendar is a table in which keys move
      role="grid"
      aria-labelledby={labelledBy}
      aria-multiselectable="true"
      aria-busy={days === undefined}
      className="month-grid"
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <thead>
        <tr>
          {weekFromSunday.map(([, name]) => (
            <th key={name} scope="col" abbr={name}>
              <span aria-hidden="true">{name.slice(0, 3)}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                {...props}
                day={day}
                busy={busy.get(day)}
                isChosen={range !== undefined && day >= range.from && day <= range.to}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayCellProps = Pick<MonthGridProps, 'month' | 'today' | 'days' | 'choice' | 'stop'> & {
  day: string
  busy: BusyDay[] | undefined
  isChosen: boolean
}

function DayCell({ day, busy = [], isChosen, month, today, days, choice, stop }: DayCellProps) {
  const isOutside = !day.startsWith(month)
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid can be focused
      role="gridcell"
      data-day={day}
      data-outside={isOutside || undefined}
      data-past={day < today || undefined}
      data-state={busy.length === 1 ? stateOf(busy[0]) : busy.length > 1 ? 'several' : undefined}
      tabIndex={day === stop ? 0 : -1}
      aria-selected={isChosen}
      aria-current={day === today ? 'date' : undefined}
    >
      <span className="sr-only">
        {formatTrainingDay(day)}
        {day === today && ', today'}:{' '}
      </span>
      <span className="day-number" aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      <span className="day-states">
        {choice.chosen || choice.trainers.length === 1 ? (
          <OneTrainer busy={busy[0]} />
        ) : (
          <AllTrainers busy={busy} />
        )}
        {busy.length === 0 && days && <span className="sr-only">free</span>}
      </span>
    </td>
  )
}

const stateOf = (busy: BusyDay | undefined) => busy?.promise?.state ?? 'blocked'

function OneTrainer({ busy }: { busy: BusyDay | undefined }) {
  if (!busy) return null
  const { promise, blocks } = busy
  return (
    <>
      {promise && (
        <span className="day-state">
          {dayStateLabels[promise.state]} <span className="day-note">{promise.company || promise.name}</span>
        </span>
      )}
      {blocks.length > 0 && (
        <span className="day-state">
          {dayStateLabels.blocked} {!promise && <span className="day-note">{blocks[0]?.reason}</span>}
        </span>
      )}
    </>
  )
}

/** How many trainers are busy, and in what way */
function AllTrainers({ busy }: { busy: BusyDay[] }) {
  const counts = Map.groupBy(busy, stateOf)
  return (['booked', 'held', 'blocked'] as const).map((state) => {
    const count = counts.get(state)?.length ?? 0
    return (
      count > 0 && (
        <span key={state} className="day-state">
          {count} {dayStateLabels[state].toLowerCase()}{' '}
        </span>
      )
    )
  })
}

/** The day to which a key moves; undefined if the key does not move */
function targetOf({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  const fromSunday = isoWeekday(day) % 7
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -fromSunday,
    End: 6 - fromSunday,
  }
  const step = steps[key]
  if (step !== undefined) return addDays(day, step)
  const months = { PageUp: -1, PageDown: 1 }[key]
  if (months === undefined) return undefined
  return dayInMonth(day, addMonths(day.slice(0, 7), months * (shiftKey ? 12 : 1)))
}
