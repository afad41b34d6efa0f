import type { KeyboardEvent } from 'react'

/**
 * Moves the focus among the elements that match `selector` on Left, Right, Home, and End, or on two other keys in place
 * of Left and Right, which wrap around. Returns true if the key was one of these.
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  [back, on]: readonly [string, string] = ['ArrowLeft', 'ArrowRight'],
): boolean {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const current = stops.indexOf(event.target as HTMLElement)
  const targets: Record<string, number> = {
    [on]: (current + 1) % stops.length,
    [back]: (current - 1 + stops.length) % stops.length,
    Home: 0,
    End: stops.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return false
  event.preventDefault()
  stops[target]?.focus()
  return true
}
