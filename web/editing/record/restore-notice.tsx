import type { ReactNode } from 'react'
import { formatRecent } from '../../../contracts/format-date.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import type { RecordEdit } from './record-edit.ts'

/** Offers to restore the unsaved values that this browser kept. */
export function FoundCopy<Values extends object, Saved>({ edit }: { edit: RecordEdit<Values, Saved> }) {
  const { found } = edit.state
  if (!found) return null
  return (
    <RestoreNotice onRestore={() => edit.restore(found)} onDiscard={() => edit.discard()}>
      You have unsaved changes from {formatRecent(found.keptAt)} on this device.
    </RestoreNotice>
  )
}

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
