import { useRef, useState, useSyncExternalStore } from 'react'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { call, urlOf } from '../../../../core/web/api.ts'
import type { DescribedField } from '../../../../core/web/editing/record/compared-fields.tsx'
import { ConflictDialog } from '../../../../core/web/editing/record/conflict-dialog.tsx'
import type { EditState } from '../../../../core/web/editing/record/record-edit.ts'
import { SaveState } from '../../../../core/web/editing/save-state.tsx'
import { Brand } from '../../../../core/web/site/logo.tsx'
import { type PictureStore, PictureStoreContext } from '../../../media/web/pictures/picture-store.tsx'
import { uploadPicture } from '../../../media/web/pictures/upload.ts'
import type { EditorHandle } from '../../../posts/web/editor/editor-handle.ts'
import { textOfHtml } from '../../../posts/web/editor/html-text.ts'
import { roomPictureUpdate, roomPictureUpload, type WritingRoom } from '../../contract/writing-room.ts'
import { ClosedRoom } from './closed-room.tsx'
import { OpenRoom } from './open-room.tsx'
import { RoomAutosave, type RoomValues } from './room-autosave.ts'
import type { RoomProps } from './room-props.ts'
import { SubmitButton } from './submit-button.tsx'

/** The writing room: the page where a guest author writes a draft and later follows its review */
export function Room({ room: start, ...props }: RoomProps) {
  const { token, siteName, logo } = props
  const [autosave] = useState(() => new RoomAutosave(token, start))
  const [pictures] = useState(() => createRoomPictures(token))
  const state = useSyncExternalStore(autosave.store.subscribe, autosave.store.read)
  const fields = {
    title: useRef<HTMLTextAreaElement>(null),
    editor: useRef<EditorHandle>(null),
    name: useRef<HTMLInputElement>(null),
  }
  const room = state.saved
  return (
    <PictureStoreContext value={pictures}>
      <div className="admin room">
        <header className="room-top">
          <p className="logo room-brand">
            <Brand logo={logo} name={siteName} />
          </p>
          {room.isOpen && (
            <>
              <RoomSaveState state={state} />
              <SubmitButton token={token} autosave={autosave} fields={fields} />
            </>
          )}
        </header>
        <main id="main" tabIndex={-1} className="post-form">
          {room.isOpen ? (
            <OpenRoom {...props} room={room} autosave={autosave} fields={fields} isDirty={state.dirty} />
          ) : (
            <ClosedRoom {...props} room={room} autosave={autosave} takesFocus={start.isOpen} />
          )}
        </main>
        {state.conflict && <RoomConflictDialog autosave={autosave} theirs={state.conflict.theirs} />}
      </div>
    </PictureStoreContext>
  )
}

/** Lets guests upload pictures to their own draft. There is no `Library`, because guests may not see other pictures. */
function createRoomPictures(token: string): PictureStore {
  return {
    upload: (file, options) => uploadPicture(urlOf(roomPictureUpload, { params: { token } }), file, options),
    describe: (id, alt) => call(roomPictureUpdate, { params: { token, id }, body: { alt } }),
  }
}

function RoomSaveState({ state }: { state: EditState<object, WritingRoom> }) {
  const { saving, dirty, problem } = state
  return (
    <SaveState
      trouble={!saving && dirty && problem ? `Not saved. ${problem}` : ''}
      calm={describeState(state)}
    />
  )
}

function describeState({ saving, dirty, savedAt, copiedAt, saved }: EditState<object, WritingRoom>): string {
  if (saving) return 'Saving...'
  if (copiedAt === 'no room') return 'Storage on this device is full.'
  if (dirty) return 'Not saved yet'
  if (copiedAt) return `Kept on this device ${formatRecent(copiedAt)}`
  if (savedAt && saved.text) return `Saved ${formatRecent(savedAt)}`
  return 'Saves as you write'
}

/** Lets the guest choose between their own draft and the one that was saved elsewhere in the meantime. */
function RoomConflictDialog({ autosave, theirs }: { autosave: RoomAutosave; theirs: WritingRoom }) {
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
  { key: '/content', label: 'Draft', text: textOfHtml(values.content), html: values.content },
  { key: '/name', label: 'Your name', text: values.name },
  { key: '/bio', label: 'Short bio', text: values.bio },
  { key: '/photoUrl', label: 'Photo', text: values.photoUrl },
  ...comments.map(({ id, text }) => ({
    key: `/answers/${id}`,
    label: `Reply to “${text}”`,
    text: values.answers[id] ?? '',
  })),
]
