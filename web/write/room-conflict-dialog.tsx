import type { WritingRoom } from '../../contracts/writing-room.ts'
import { ComparedField } from '../editing/compared-field.tsx'
import { ConflictDialog, describeVersion } from '../editing/conflict-dialog.tsx'
import type { RoomAutosave } from './room-autosave.ts'

export function RoomConflictDialog({ autosave, theirs }: { autosave: RoomAutosave; theirs: WritingRoom }) {
  const mine = autosave.values
  return (
    <ConflictDialog
      title="Two versions of your draft"
      lead={
        theirs.isOpen
          ? 'This draft was changed after you opened it, either by the editor or by you in another window. Choose which version to keep.'
          : 'Your draft is with the editor now, so these changes can’t be saved. Copy them, and send them to the editor if they matter.'
      }
      mine={() => describeVersion(mine)}
      copyLabel="Copy my version"
      takeLabel={theirs.isOpen ? 'Use theirs' : 'See the current version'}
      // Autosave is not paused, because the writing room has no save button. The next change opens this dialog again.
      onClose={() => autosave.postpone({ pause: false })}
      onKeepMine={theirs.isOpen ? () => void autosave.overrule() : undefined}
      onTakeTheirs={() => autosave.takeTheirs()}
    >
      <ComparedField
        label="Draft"
        names={['Theirs', 'Yours']}
        before={describeVersion(theirs.text ?? { title: '', content: '' })}
        after={describeVersion(mine)}
      />
    </ConflictDialog>
  )
}
