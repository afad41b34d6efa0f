import type { ReactNode } from 'react'
import { Button, SmallButton } from '../ui/button.tsx'

type RestoreNoticeProps = { onRestore: () => void; onDiscard: () => void; children: ReactNode }

/** Offers to restore unsaved text that this browser kept because the server did not get it. */
export function RestoreNotice({ onRestore, onDiscard, children }: RestoreNoticeProps) {
  return (
    <div className="notice admin-notice" role="status">
      <p>{children}</p>
      <div className="form-actions">
        <Button className="btn btn-small" onClick={onRestore}>
          Restore
        </Button>
        <SmallButton onClick={onDiscard}>Discard</SmallButton>
      </div>
    </div>
  )
}
