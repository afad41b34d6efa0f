import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** A form cannot stand inside another one: a dialog with a form of its own is drawn beside the post's. */
export function OutsideForm({ children }: { children: ReactNode }) {
  return createPortal(children, document.getElementById('main') ?? document.body)
}
