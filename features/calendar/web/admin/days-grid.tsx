import { type ComponentProps, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { addDays, isoWeekday, weekFromSunday } from '../../../../core/contract/calendar-days.ts'

type DaysGridProps = Omit<ComponentProps<'table'>, 'children'> & {
  weeks: string[][]
  /** The day that the Tab key reaches */
  stop: string
  /** The day to which Page Up (-1) and Page Down (1) move, with Shift too */
  pageTo: (direction: -1 | 1, shiftKey: boolean) => string
  /** Shows other weeks if the day is not among those shown. */
  onMove: (day: string, event: KeyboardEvent) => void
  /** Renders a cell. What can be focused in it has the day as `data-day`. */
  children: (day: string, tabIndex: 0 | -1) => ReactNode
}

/**
 * Weeks from Sunday on by the ARIA grid pattern (https://www.w3.org/WAI/ARIA/apg/patterns/grid/). The arrow keys move by day and
 * week, Home and End within the week, Page Up and Page Down further.
 */
export function DaysGrid({ weeks, stop, pageTo, onMove, onKeyDown, children, ...table }: DaysGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const wanted = useRef<string>(undefined)

  // An effect, because the day to focus may be in weeks that are rendered only now.
  useLayoutEffect(() => {
    if (wanted.current === stop) grid.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.focus()
    wanted.current = undefined
  }, [stop])

  function move(event: KeyboardEvent<HTMLTableElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = targetOf(event)
    if (target === undefined) return onKeyDown?.(event)
    event.preventDefault()
    wanted.current = target
    onMove(target, event)
  }

  function targetOf({ key, shiftKey }: KeyboardEvent): string | undefined {
    if (key === 'PageUp' || key === 'PageDown') return pageTo(key === 'PageUp' ? -1 : 1, shiftKey)
    const fromSunday = isoWeekday(stop) % 7
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -7,
      ArrowDown: 7,
      Home: -fromSunday,
      End: 6 - fromSunday,
    }
    const step = steps[key]
    return step === undefined ? undefined : addDays(stop, step)
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a calendar is a table in which keys move
    <table ref={grid} role="grid" {...table} onKeyDown={move}>
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
        {weeks.map((week) => (
          <tr key={week[0]}>{week.map((day) => children(day, day === stop ? 0 : -1))}</tr>
        ))}
      </tbody>
    </table>
  )
}
