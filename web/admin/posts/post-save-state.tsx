import { formatRecent } from '../../../contracts/format-date.ts'
import type { AutosaveState } from '../../editing/autosave.ts'
import { SaveState } from '../../editing/save-state.tsx'

type PostSaveStateProps = { state: AutosaveState<unknown>; isNew: boolean; willAutosave: boolean }

export function PostSaveState({ state, isNew, willAutosave }: PostSaveStateProps) {
  return <SaveState trouble={describeTrouble(state)} calm={describeState(state, isNew, willAutosave)} />
}

function describeTrouble({ saving, dirty, problem, copiedAt }: AutosaveState<unknown>): string {
  if (saving || !dirty) return ''
  if (problem && !navigator.onLine) return 'Not saved: you’re offline'
  if (problem) return 'Not saved'
  if (copiedAt === 'no room') return 'Couldn’t back up on this device (storage is full). Please save.'
  return ''
}

function describeState(
  { saving, dirty, savedAt, copiedAt }: AutosaveState<unknown>,
  isNew: boolean,
  willAutosave: boolean,
): string {
  if (saving) return 'Saving...'
  if (dirty && !willAutosave && copiedAt instanceof Date)
    return `Not saved yet. Backed up on this device ${formatRecent(copiedAt)}`
  if (dirty) return 'Not saved yet'
  if (savedAt) return `Saved ${formatRecent(savedAt)}`
  return isNew ? 'New post' : ''
}
