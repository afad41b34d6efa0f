import { useRef, useState, useSyncExternalStore } from 'react'
import { formatRecent } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import { roomPictureUpdate, type WritingRoom } from '../../contracts/writing-room.ts'
import { call } from '../api.ts'
import type { EditorHandle } from '../editing/editor/editor-handle.ts'
import { type PictureStore, PictureStoreContext } from '../editing/pictures/picture-store.tsx'
import { uploadPicture } from '../editing/pictures/upload.ts'
import type { EditState } from '../editing/record/record-edit.ts'
import { SaveState } from '../editing/save-state.tsx'
import { Brand } from '../site/logo.tsx'
import { ClosedRoom } from './closed-room.tsx'
import { OpenRoom } from './open-room.tsx'
import { RoomAutosave } from './room-autosave.ts'
import { RoomConflictDialog } from './room-conflict-dialog.tsx'
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
    upload: (file, options) => uploadPicture(paths.api.roomPictures(token), file, options),
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
