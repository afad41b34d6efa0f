import type { KeyboardEvent } from 'react'

/**
 * Moves the focus among the elements that match `selector` on Left, Right, Home, and End. Left and Right wrap around.
 * Returns true if the key was one of these.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): boolean {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const current = stops.indexOf(event.target as HTMLElement)
  const targets: Record<string, number> = {
    ArrowRight: (current + 1) % stops.length,
    ArrowLeft: (current - 1 + stops.length) % stops.length,
    Home: 0,
    End: stops.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return false
  event.preventDefault()
  stops[target]?.focus()
  return true
}
