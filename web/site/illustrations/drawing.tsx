import type { ReactNode } from 'react'

type DrawingProps = {
  /** Units of the drawing; the width on the page is a matter of the style sheet. */
  width: number
  height: number
  className?: string
  children: ReactNode
}

/**
 * The house style of every picture: one round line in ink, plain shapes of colour printed a little beside
 * it, as on a hand-made poster. Pictures only decorate, so assistive technology passes them by.
 */
export function Drawing({ width, height, className = '', children }: DrawingProps) {
  return (
    <svg className={`art ${className}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {children}
    </svg>
  )
}
