import type { WritingRoom } from '../../contracts/writing-room.ts'
import type { DescribedField } from '../editing/record/compared-fields.tsx'
import { ConflictDialog } from '../editing/record/conflict-dialog.tsx'
import type { RoomAutosave, RoomValues } from './room-autosave.ts'

/** Lets the guest choose between their own draft and the one that was saved elsewhere in the meantime. */
export function RoomConflictDialog({ autosave, theirs }: { autosave: RoomAutosave; theirs: WritingRoom }) {
  return (
    <ConflictDialog
      edit={autosave}
      title="Two versions of your draft"
      lead={
        theirs.isOpen
          ? 'This draft was changed after you opened it, either by the editor or by you in another window. Choose which version to keep.'
          : 'Your draft is with the editor now, so these changes can’t be saved. Copy them, and send them to the editor if they matter.'
      }
      describe={(values: RoomValues) => describeDraft(values, theirs)}
      takeLabel={theirs.isOpen ? 'Use theirs' : 'See the current version'}
      mayKeep={theirs.isOpen}
      // Autosave is not paused, because the writing room has no save button. The next change opens this dialog again.
      pausesOnClose={false}
      onKeep={() => void autosave.save()}
    />
  )
}

const describeDraft = (values: RoomValues, { comments }: WritingRoom): DescribedField[] => [
  { key: '/title', label: 'Title', text: values.title },
  { key: '/content', label: 'Draft', text: values.content, isHtml: true },
  { key: '/name', label: 'Your name', text: values.name },
  { key: '/bio', label: 'Short bio', text: values.bio },
  { key: '/photoUrl', label: 'Photo', text: values.photoUrl },
  ...comments.map(({ id, text }) => ({
    key: `/answers/${id}`,
    label: `Reply to “${text}”`,
    text: values.answers[id] ?? '',
  })),
]
