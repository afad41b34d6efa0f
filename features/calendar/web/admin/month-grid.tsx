import type { MouseEvent } from 'react'
import { addMonths, dayInMonth } from '../../../../core/contract/calendar-days.ts'
import { formatFullDay } from '../../../../core/contract/format-date.ts'
import { type BusyDay, dayStateLabels } from '../../contract/calendar.ts'
import { rangeOf, type Selection, type TrainerChoice, weeksOf } from './calendar-state.ts'
import { DaysGrid } from './days-grid.tsx'

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
 * A month of days. Page Up and Page Down move by month, with Shift by year. Enter chooses a day, Shift and an arrow key or a click a
 * range. Without a keyboard, a second tap makes a range.
 */
export function MonthGrid(props: MonthGridProps) {
  const { labelledBy, month, days, stop, selection, onMove, onSelect } = props

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
    <DaysGrid
      aria-labelledby={labelledBy}
      aria-multiselectable="true"
      aria-busy={days === undefined}
      className="month-grid"
      weeks={weeksOf(month)}
      stop={stop}
      pageTo={(direction, isFar) =>
        dayInMonth(stop, addMonths(stop.slice(0, 7), direction * (isFar ? 12 : 1)))
      }
      onMove={(day, { key, shiftKey }) => {
        onMove(day)
        if (shiftKey && !key.startsWith('Page')) onSelect({ anchor: selection?.anchor ?? stop, end: day })
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') choose(stop, event.shiftKey)
        else if (event.key === 'Escape' && selection) onSelect(undefined)
        else return
        event.preventDefault()
      }}
      onClick={onClick}
    >
      {(day, tabIndex) => (
        <DayCell
          key={day}
          {...props}
          day={day}
          tabIndex={tabIndex}
          busy={busy.get(day)}
          isChosen={range !== undefined && day >= range.from && day <= range.to}
        />
      )}
    </DaysGrid>
  )
}

type DayCellProps = Pick<MonthGridProps, 'month' | 'today' | 'days' | 'choice'> & {
  day: string
  tabIndex: 0 | -1
  busy: BusyDay[] | undefined
  isChosen: boolean
}

function DayCell({ day, tabIndex, busy = [], isChosen, month, today, days, choice }: DayCellProps) {
  const isOutside = !day.startsWith(month)
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid can be focused
      role="gridcell"
      data-day={day}
      tabIndex={tabIndex}
      data-outside={isOutside || undefined}
      data-past={day < today || undefined}
      data-state={busy.length === 1 ? stateOf(busy[0]) : busy.length > 1 ? 'several' : undefined}
      data-aside={(busy.length === 1 && busy[0]?.promise?.what) || undefined}
      aria-selected={isChosen}
      aria-current={day === today ? 'date' : undefined}
    >
      <span className="sr-only">
        {formatFullDay(day)}
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

/** “Travel” is not “Booked”, which is a training. */
const nameOf = (busy: BusyDay) => busy.promise?.what ?? dayStateLabels[stateOf(busy)]

function OneTrainer({ busy }: { busy: BusyDay | undefined }) {
  if (!busy) return null
  const { promise, blocks } = busy
  return (
    <>
      {promise && (
        <span className="day-state">
          {nameOf(busy)} <span className="day-note">{promise.company || promise.name}</span>
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
  const states = ['booked', 'held', 'blocked']
  const sorted = busy.toSorted((one, other) => states.indexOf(stateOf(one)) - states.indexOf(stateOf(other)))
  return [...Map.groupBy(sorted, nameOf)].map(([name, { length }]) => (
    <span key={name} className="day-state">
      {length} {name.toLowerCase()}{' '}
    </span>
  ))
}
