import { type RefObject, useEffect, useRef } from 'react'

/**
 * A button that removes its row, or itself, takes the focus with it. Told which one was pressed, this gives the focus
 * to the one that takes its place, and to the headline where there is none.
 */
export function useFocusAfterRemoval(
  /** The list as it came from the server: the row goes when it has changed. */
  list: unknown,
  place: RefObject<HTMLElement | null>,
  headline: RefObject<HTMLElement | null>,
  /** What can have the focus in a row that is removed. */
  which = '[data-removes]',
): (pressed: Element | undefined) => void {
  const at = useRef(-1)
  const buttons = () => [...(place.current?.querySelectorAll<HTMLElement>(which) ?? [])]
  const read = useRef(buttons)
  read.current = buttons
  // The focus is lost when the row is gone, and that is when the changed list is on the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list says when
  useEffect(() => {
    if (at.current < 0) return
    const next = read.current()[at.current] ?? headline.current
    at.current = -1
    next?.focus()
  }, [list, headline])
  return (pressed) => {
    at.current = pressed ? buttons().indexOf(pressed as HTMLElement) : -1
  }
}
