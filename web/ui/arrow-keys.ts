import type { KeyboardEvent } from 'react'

/** Left, right, Home and End move the focus among these, around the ends. Says whether the key was one. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): boolean {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const at = stops.indexOf(event.target as HTMLElement)
  const targets: Record<string, number> = {
    ArrowRight: (at + 1) % stops.length,
    ArrowLeft: (at - 1 + stops.length) % stops.length,
    Home: 0,
    End: stops.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return false
  event.preventDefault()
  stops[target]?.focus()
  return true
}
