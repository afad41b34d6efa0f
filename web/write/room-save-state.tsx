import { formatRecent } from '../../contracts/format-date.ts'
import type { WritingRoom } from '../../contracts/writing-room.ts'
import type { AutosaveState } from '../editing/autosave.ts'
import { SaveState } from '../editing/save-state.tsx'

export function RoomSaveState({ state }: { state: AutosaveState<WritingRoom> }) {
  const { saving, dirty, problem } = state
  return (
    <SaveState
      trouble={!saving && dirty && problem ? `Not saved. ${problem}` : ''}
      calm={describeState(state)}
    />
  )
}

function describeState({ saving, dirty, savedAt, copiedAt, saved }: AutosaveState<WritingRoom>): string {
  if (saving) return 'Saving...'
  if (copiedAt === 'no room') return 'Storage on this device is full.'
  if (dirty) return 'Not saved yet'
  if (copiedAt) return `Kept on this device ${formatRecent(copiedAt)}`
  if (savedAt && saved.text) return `Saved ${formatRecent(savedAt)}`
  return 'Saves as you write'
}
