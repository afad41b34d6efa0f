import type { ReactNode, Ref } from 'react'

type NoticeProps = {
  tone: 'problem' | 'success'
  children: ReactNode
  ref?: Ref<HTMLDivElement>
  /** By default true if `tone` is `problem` */
  autoFocus?: boolean
}

/**
 * The result of submitting a form. It is focusable, so that screen readers can announce it at once. `autoFocus` also
 * focuses it after a page load without JavaScript.
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
