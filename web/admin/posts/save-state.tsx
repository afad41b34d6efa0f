import { formatRecent } from '../../../contracts/format-date.ts'
import type { KeeperState } from './draft-keeper.ts'

/** The state of the last save, always visible. Only problems are announced: hearing every "Saved" would be a nuisance. */
export function SaveState({
  state,
  isNew,
  willAutosave,
}: {
  state: KeeperState
  isNew: boolean
  willAutosave: boolean
}) {
  const trouble = !state.saving && state.dirty ? troubleOf(state) : ''
  return (
    <>
      <p className={trouble ? 'save-state save-state-trouble' : 'save-state'}>
        {trouble || calmWords(state, isNew, willAutosave)}
      </p>
      <p className="sr-only" role="alert">
        {trouble}
      </p>
    </>
  )
}

function troubleOf({ problem, copiedAt }: KeeperState): string {
  if (problem && !navigator.onLine) return 'Not saved: you’re offline'
  if (problem) return 'Not saved'
  if (copiedAt === 'no room') return 'Couldn’t back up on this device (storage is full). Please save.'
  return ''
}

function calmWords(
  { saving, dirty, savedAt, copiedAt }: KeeperState,
  isNew: boolean,
  autosaves: boolean,
): string {
  if (saving) return 'Saving...'
  if (dirty && !autosaves && copiedAt instanceof Date)
    return `Not saved yet. Backed up on this device ${formatRecent(copiedAt)}`
  if (dirty) return 'Not saved yet'
  if (savedAt) return `Saved ${formatRecent(savedAt)}`
  return isNew ? 'New post' : ''
}
