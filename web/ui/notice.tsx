import type { ReactNode, Ref } from 'react'

/** What went wrong (or well) with the whole form. It can take focus, so that it is read out at once. */
export function Notice({
  tone,
  children,
  ref,
}: {
  tone: 'problem' | 'success'
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div
      className={`notice notice-${tone}`}
      role={tone === 'problem' ? 'alert' : 'status'}
      tabIndex={-1}
      ref={ref}
    >
      {children}
    </div>
  )
}
