import type { KeeperState } from './draft-keeper.ts'

/** How the text stands, always visible. Only trouble is said aloud: every "Saved" would be a nuisance. */
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
  if (problem && !navigator.onLine) return 'Not saved: you are offline'
  if (problem) return 'Not saved'
  if (copiedAt === 'no room') return 'This computer has no room for a copy. Please save.'
  return ''
}

function calmWords(
  { saving, dirty, savedAt, copiedAt }: KeeperState,
  isNew: boolean,
  autosaves: boolean,
): string {
  if (saving) return 'Saving...'
  if (dirty && !autosaves && copiedAt instanceof Date)
    return `Not saved yet. Kept on this computer ${formatTime(copiedAt)}`
  if (dirty) return 'Not saved yet'
  if (savedAt) return `Saved ${formatTime(savedAt)}`
  return isNew ? 'New post' : ''
}

/** Hours and minutes of today; the day, too, of other days, and the year of other years. */
export function formatTime(time: Date): string {
  const now = new Date()
  const isToday = time.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat('en-US', {
    ...(!isToday && { month: 'short', day: 'numeric' }),
    ...(time.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time)
}
