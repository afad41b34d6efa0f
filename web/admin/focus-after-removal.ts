import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Keeps the focus in a list after a button removed its own row. The focus moves to the same button of the next row, or
 * to the headline if there is none. Call the returned function with the pressed button before the row is removed.
 */
export function useFocusAfterRemoval(
  /** The loaded list. When it changes, the row has been removed. */
  list: unknown,
  rows: RefObject<HTMLElement | null>,
  headline: RefObject<HTMLElement | null>,
  /** Selects the buttons of the rows. */
  selector = '[data-removes]',
): (pressed: Element | undefined) => void {
  const index = useRef(-1)
  const buttons = () => [...(rows.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const restoreFocus = useEffectEvent(() => {
    if (index.current < 0) return
    const next = buttons()[index.current] ?? headline.current
    index.current = -1
    next?.focus()
  })
  // An effect, because the browser drops the focus only when the changed list is rendered without the row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
  useEffect(() => restoreFocus(), [list])
  return (pressed) => {
    index.current = pressed ? buttons().indexOf(pressed as HTMLElement) : -1
  }
}
