import { useState } from 'react'
import { formatRecent } from '../../contracts/format-date.ts'
import { dropCopy, findCopy, type RoomCopy } from './room-copy.ts'
import type { RoomKeeper, RoomState } from './room-keeper.ts'

/** How the text stands, always visible. Only trouble is said aloud: every "Saved" would be a nuisance. */
export function RoomSaveState({ state }: { state: RoomState }) {
  const trouble = !state.saving && state.dirty && state.problem ? `Not saved. ${state.problem}` : ''
  return (
    <>
      <p className={trouble ? 'save-state save-state-trouble' : 'save-state'}>
        {trouble || calmWords(state)}
      </p>
      <p className="sr-only" role="alert">
        {trouble}
      </p>
    </>
  )
}

function calmWords({ saving, dirty, savedAt, copiedAt, room }: RoomState): string {
  if (saving) return 'Saving...'
  if (copiedAt === 'no room') return 'Storage on this device is full.'
  if (dirty) return 'Not saved yet'
  if (copiedAt) return `Kept on this device ${formatRecent(copiedAt)}`
  if (savedAt && room.text) return `Saved ${formatRecent(savedAt)}`
  return 'Saves as you write'
}

/** Text that this device kept and the server never got. */
export function RestoreNotice({
  keeper,
  onRestore,
}: {
  keeper: RoomKeeper
  onRestore: (copy: RoomCopy) => void
}) {
  const [copy, setCopy] = useState(() => findCopy(keeper.state.room.id))
  if (!copy) return null
  return (
    <div className="notice admin-notice" role="status">
      <p>You have unsaved changes from {formatRecent(copy.keptAt)} on this device.</p>
      <div className="form-actions">
        <button
          type="button"
          className="btn btn-small"
          onClick={() => {
            onRestore(copy)
            setCopy(undefined)
          }}
        >
          Restore
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onClick={() => {
            dropCopy(keeper.state.room.id)
            setCopy(undefined)
          }}
        >
          Discard
        </button>
      </div>
    </div>
  )
}
