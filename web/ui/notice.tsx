import type { ReactNode, Ref } from 'react'

/**
 * What went wrong (or well) with the whole form. It can take focus, so that it is read out at once; a page that
 * arrives with a problem starts there, without script too.
 */
export function Notice({
  tone,
  children,
  ref,
  autoFocus,
}: {
  tone: 'problem' | 'success'
  children: ReactNode
  ref?: Ref<HTMLDivElement>
  /** A problem takes it where nothing else is said. */
  autoFocus?: boolean
}) {
  return (
    <div
      className={`notice notice-${tone}`}
      role={tone === 'problem' ? 'alert' : 'status'}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the person sent the form and waits for what comes of it
      autoFocus={autoFocus ?? tone === 'problem'}
      ref={ref}
    >
      {children}
    </div>
  )
}
