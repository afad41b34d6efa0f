import type { ReactNode } from 'react'

/** A scrollable part of a dialog that can also be scrolled by keyboard */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
    <section className="dialog-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
