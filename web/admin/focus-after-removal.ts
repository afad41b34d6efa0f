import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Keeps the focus in a list when a button removes its row: the button that takes its place gets the focus, or the
 * headline if there is none. Call the returned function with the pressed button before the row is removed.
 */
export function useFocusAfterRemoval(
  /** The loaded list. The row is gone when it changes. */
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
  // The focus is lost when the changed list is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
  useEffect(() => restoreFocus(), [list])
  return (pressed) => {
    index.current = pressed ? buttons().indexOf(pressed as HTMLElement) : -1
  }
}
