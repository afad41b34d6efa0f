import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Renders a dialog that contains a form outside the post's form, because HTML does not allow nested forms. */
export function OutsideForm({ children }: { children: ReactNode }) {
  return createPortal(children, document.getElementById('main') ?? document.body)
}
