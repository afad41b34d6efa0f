import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Renders a dialog that has a form outside the post's form: HTML allows no form inside a form. */
export function OutsideForm({ children }: { children: ReactNode }) {
  return createPortal(children, document.getElementById('main') ?? document.body)
}
