import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addMonths, dayInMonth } from '../../../../core/contract/calendar-days.ts'
import { formatMonth } from '../../../../core/contract/format-date.ts'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { LoadProblem } from '../../../../core/web/admin/load-problem.tsx'
import { useSiteToday } from '../../../../core/web/admin/use-site-today.ts'
import {
  type CalendarState,
  calendarUrl,
  monthQuery,
  rangeOf,
  type Selection,
  type TrainerChoice,
} from './calendar-state.ts'
import { DayPanel } from './day-panel.tsx'
import { MonthGrid } from './month-grid.tsx'

const headlineId = 'calendar-month'

/** One month as a grid, and what is to know and to do about the chosen days */
export function MonthView({ state, choice }: { state: CalendarState; choice: TrainerChoice }) {
  const siteToday = useSiteToday()
  const month = state.month ?? siteToday.slice(0, 7)
  const { data, error, refetch } = useQuery(monthQuery(month, choice.chosen?.id))
  const today = data?.today ?? siteToday
  /** The day that the Tab key reaches */
  const [stop, setStop] = useState(today.startsWith(month) ? today : `${month}-01`)
  const [selection, setSelection] = useState<Selection>()

  function showMonth(next: string) {
    replaceUrl(calendarUrl({ ...state, month: next }))
  }

  function leaf(months: number) {
    const next = addMonths(month, months)
    setStop(dayInMonth(stop, next))
    showMonth(next)
  }

  return (
    <div className="month-view">
      <div>
        <MonthHead
          month={month}
          onLeaf={leaf}
          onToday={() => {
            setStop(today)
            showMonth(today.slice(0, 7))
          }}
        />
        {error && !data && (
          <LoadProblem what="The days couldn’t be loaded." error={error} onRetry={refetch} />
        )}
        <MonthGrid
          labelledBy={headlineId}
          month={month}
          today={today}
          days={data?.days}
          choice={choice}
          stop={stop.startsWith(month) ? stop : `${month}-01`}
          selection={selection}
          onMove={(day) => {
            setStop(day)
            if (!day.startsWith(month)) showMonth(day.slice(0, 7))
          }}
          onSelect={setSelection}
        />
        <p className="field-hint month-status" role="status">
          {!data && !error && 'Loading days...'}
        </p>
      </div>
      <DayPanel
        key={selection && `${selection.anchor} ${selection.end}`}
        range={selection && rangeOf(selection)}
        days={data?.days ?? []}
        today={today}
        choice={choice}
      />
    </div>
  )
}

type MonthHeadProps = { month: string; onLeaf: (months: -1 | 1) => void; onToday: () => void }

function MonthHead({ month, onLeaf, onToday }: MonthHeadProps) {
  return (
    <div className="month-head">
      <h3 id={headlineId} aria-live="polite">
        {formatMonth(month)}
      </h3>
      <div className="month-buttons">
        <button type="button" className="round-button" aria-label="Previous month" onClick={() => onLeaf(-1)}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M15 5l-7 7 7 7" />
          </svg>
        </button>
        <button type="button" className="chip" onClick={onToday}>
          Today
        </button>
        <button type="button" className="round-button" aria-label="Next month" onClick={() => onLeaf(1)}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M9 5l7 7-7 7" />
          </svg>
        </button>
      </div>
    </div>
  )
}
