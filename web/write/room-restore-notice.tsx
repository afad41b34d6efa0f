import { useState } from 'react'
import { formatRecent } from '../../contracts/format-date.ts'
import { RestoreNotice } from '../editing/restore-notice.tsx'
import type { RoomAutosave } from './room-autosave.ts'

/** Offers to restore a copy (unsaved values that this browser kept) when the guest opens the writing room. */
export function RoomRestoreNotice({ autosave }: { autosave: RoomAutosave }) {
  const [copy, setCopy] = useState(() => autosave.findCopy())
  if (!copy) return null
  return (
    <RestoreNotice
      onRestore={() => {
        autosave.load(copy.values)
        setCopy(undefined)
      }}
      onDiscard={() => {
        autosave.dropCopy()
        setCopy(undefined)
      }}
    >
      You have unsaved changes from {formatRecent(copy.keptAt)} on this device.
    </RestoreNotice>
  )
}
