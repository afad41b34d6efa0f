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
  /** For a page that is the answer to a form: it takes focus without script. */
  autoFocus?: boolean
}) {
  return (
    <div
      className={`notice notice-${tone}`}
      role={tone === 'problem' ? 'alert' : 'status'}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the person sent the form and waits for what comes of it
      autoFocus={tone === 'problem'}
      ref={ref}
      // biome-ignore lint/a11y/noAutofocus: what came of one's form is what one wants to hear first
      autoFocus={autoFocus}
    >
      {children}
    </div>
  )
}
