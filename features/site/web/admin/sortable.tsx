import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type SortableProps<Row> = {
  /** Names the list for screen readers */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row, position: number) => string
  /** Name of a row in labels and announcements */
  nameOf: (row: Row, position: number) => string
  onMove: (from: number, to: number) => void
  /** Undefined if rows cannot be removed */
  onRemove?: ((position: number) => void) | undefined
  children: (row: Row, position: number, buttons: ReactNode) => ReactNode
}

/**
 * A list whose rows can be moved: dragged by mouse or touch at their handle, or with the buttons Up and Down, which
 * also work by keyboard. The focus stays on the button that was used.
 */
export function Sortable<Row>(props: SortableProps<Row>) {
  const { label, rows, keyOf, nameOf, onMove, onRemove, children } = props
  const list = useRef<HTMLUListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<number>()

  function move(from: number, to: number) {
    const row = rows[from]
    if (row === undefined || to < 0 || to >= rows.length || from === to) return
    const name = nameOf(row, from)
    onMove(from, to)
    setAnnouncement(`${name} is now ${to + 1} of ${rows.length}.`)
  }

  function step(from: number, by: 1 | -1) {
    // Rendered at once, so that the row's button exists at its new place and can keep the focus.
    flushSync(() => move(from, from + by))
    const row = list.current?.children[from + by]
    const wanted = row?.querySelector<HTMLButtonElement>(`[data-step="${by}"]`)
    const other = row?.querySelector<HTMLButtonElement>(`[data-step="${-by}"]`)
    if (wanted?.disabled) other?.focus()
    else wanted?.focus()
  }

  /** Moves the dragged row to where the pointer is. */
  function drag(event: PointerEvent) {
    if (dragged === undefined || !list.current) return
    const middles = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    const above = middles.filter((middle, at) => at !== dragged && middle < event.clientY).length
    if (above === dragged) return
    move(dragged, above)
    setDragged(above)
  }

  return (
    <>
      <ul ref={list} className="sortable" aria-label={label}>
        {rows.map((row, position) => (
          <li key={keyOf(row, position)} data-dragged={position === dragged || undefined}>
            {children(
              row,
              position,
              <span className="sortable-buttons">
                {/* Only for pointers. The buttons beside it do the same by keyboard. */}
                <span
                  className="sortable-handle"
                  aria-hidden="true"
                  onPointerDown={(event) => {
                    event.preventDefault()
                    event.currentTarget.setPointerCapture(event.pointerId)
                    setDragged(position)
                  }}
                  onPointerMove={drag}
                  onPointerUp={() => setDragged(undefined)}
                  onPointerCancel={() => setDragged(undefined)}
                >
                  <GripVertical />
                </span>
                <RowButtons
                  name={nameOf(row, position)}
                  isFirst={position === 0}
                  isLast={position === rows.length - 1}
                  onStep={(by) => step(position, by)}
                  onRemove={onRemove && (() => onRemove(position))}
                />
              </span>,
            )}
          </li>
        ))}
      </ul>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </>
  )
}

type RowButtonsProps = {
  name: string
  isFirst: boolean
  isLast: boolean
  onStep: (by: 1 | -1) => void
  onRemove: (() => void) | undefined
}

function RowButtons({ name, isFirst, isLast, onStep, onRemove }: RowButtonsProps) {
  const button = { type: 'button', className: 'icon-button' } as const
  const up = { 'data-step': -1, 'aria-label': `Move ${name} up`, disabled: isFirst }
  const down = { 'data-step': 1, 'aria-label': `Move ${name} down`, disabled: isLast }
  return (
    <>
      <button {...button} {...up} onClick={() => onStep(-1)}>
        <ArrowUp aria-hidden="true" />
      </button>
      <button {...button} {...down} onClick={() => onStep(1)}>
        <ArrowDown aria-hidden="true" />
      </button>
      {onRemove && (
        <button {...button} aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </button>
      )}
    </>
  )
}

/** A copy of a list with one row at another position */
export function moveRow<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const rest = rows.filter((_, position) => position !== from)
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)]
}
