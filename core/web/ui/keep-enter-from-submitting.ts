import type { KeyboardEvent } from 'react'

/**
 * Keeps Enter in a one-line field from submitting its form, for forms whose submission has consequences that cannot be
 * undone, or that is still being filled in then.
 */
export function keepEnterFromSubmitting(event: KeyboardEvent): void {
  const { target, currentTarget } = event
  // React events also arrive from dialogs, whose forms are outside of this one in the page.
  const isOwn = target instanceof HTMLInputElement && target.form === currentTarget
  if (event.key === 'Enter' && isOwn) event.preventDefault()
}
