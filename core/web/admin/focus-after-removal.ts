import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Keeps the focus in a list after a button removed its own row. The focus moves to the same button of the next row, or
 * to the headline if there is none. Call `focusAfter` with the pressed button before the row is removed. When the loaded
 * list changes, it has been removed. `selector` selects the buttons of the rows.
 */
export function useFocusAfterRemoval<
  Rows extends HTMLElement,
  Headline extends HTMLElement = HTMLHeadingElement,
>(list: unknown, selector = '[data-removes]') {
  const rows = useRef<Rows>(null)
  const headline = useRef<Headline>(null)
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
  const focusAfter = (pressed: Element | undefined) => {
    index.current = pressed ? buttons().indexOf(pressed as HTMLElement) : -1
  }
  return { rows, headline, focusAfter }
}
