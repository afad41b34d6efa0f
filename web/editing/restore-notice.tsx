import type { ReactNode } from 'react'

type RestoreNoticeProps = { onRestore: () => void; onDiscard: () => void; children: ReactNode }

/** Offers text that this device kept and the server never got. */
export function RestoreNotice({ onRestore, onDiscard, children }: RestoreNoticeProps) {
  return (
    <div className="notice admin-notice" role="status">
      <p>{children}</p>
      <div className="form-actions">
        <button type="button" className="btn btn-small" onClick={onRestore}>
          Restore
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onDiscard}>
          Discard
        </button>
      </div>
    </div>
  )
}
