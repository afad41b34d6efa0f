import type { ReactNode, Ref } from 'react'

type NoticeProps = {
  tone: 'problem' | 'success'
  children: ReactNode
  ref?: Ref<HTMLDivElement>
  /** Default: true for a problem. */
  autoFocus?: boolean
}

/**
 * The result of a whole form. It can have the focus, so that it is read out at once. A page with a problem starts
 * there, also without script.
 */
export function Notice({ tone, children, ref, autoFocus }: NoticeProps) {
  return (
    <div
      className={`notice notice-${tone}`}
      role={tone === 'problem' ? 'alert' : 'status'}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the user has sent the form and waits for the result
      autoFocus={autoFocus ?? tone === 'problem'}
      ref={ref}
    >
      {children}
    </div>
  )
}
