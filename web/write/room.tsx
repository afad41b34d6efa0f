import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { WritingRoom } from '../../contracts/invites.ts'
import { postLimits } from '../../contracts/posts.ts'
import type { EditorHandle } from '../editing/editor/editor-handle.ts'
import { PictureStoreContext } from '../editing/pictures/picture-store.tsx'
import { LogoMark } from '../site/logo.tsx'
import { onSaveKey } from '../ui/save-shortcut.ts'
import { ApproveButton } from './approve-button.tsx'
import { Brief } from './brief.tsx'
import { Comments } from './comments.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { HandIn } from './hand-in.tsx'
import { Hints } from './hints.tsx'
import { KeepYourLink, OwnLink, ownUrl } from './own-link.tsx'
import { Profile } from './profile.tsx'
import { ReadOnlyText } from './read-only-text.tsx'
import { createRoomPictures } from './room-calls.ts'
import { RoomKeeper, valuesOf } from './room-keeper.ts'
import { RoomStatus } from './room-status.tsx'
import { RestoreNotice, RoomSaveState } from './save-state.tsx'

const PostEditor = lazy(() =>
  import('../editing/editor/post-editor.tsx').then((m) => ({ default: m.PostEditor })),
)

export type RoomProps = {
  token: string
  room: WritingRoom
  siteName: string
  publicUrl: string
  /** True where an email server sends what we write to the guest. */
  byEmail: boolean
  /** The guest has just said yes. */
  isNew: boolean
}

/** Where a guest writes, and later sees how the text stands. */
export function Room({ room: start, ...props }: RoomProps) {
  const { token, siteName } = props
  const [keeper] = useState(() => new RoomKeeper(token, start))
  const [pictures] = useState(() => createRoomPictures(token))
  const state = useSyncExternalStore(keeper.subscribe, keeper.read)
  const { room } = state
  return (
    <PictureStoreContext value={pictures}>
      <div className="admin room">
        <header className="room-top">
          <p className="logo room-brand">
            <LogoMark />
            <span>{siteName}</span>
          </p>
          {room.isOpen && <RoomSaveState state={state} />}
          {room.isOpen && <HandIn token={token} keeper={keeper} state={state} />}
        </header>
        <main id="main" tabIndex={-1} className="post-form">
          {room.isOpen ? <OpenRoom {...props} keeper={keeper} /> : <ClosedText {...props} keeper={keeper} />}
        </main>
        {state.conflict && <ConflictDialog keeper={keeper} theirs={state.conflict} />}
      </div>
    </PictureStoreContext>
  )
}

type RoomPartProps = Omit<RoomProps, 'room'> & { keeper: RoomKeeper }

function OpenRoom({ token, keeper, siteName, publicUrl, byEmail, isNew }: RoomPartProps) {
  const { room } = useSyncExternalStore(keeper.subscribe, keeper.read)
  const url = ownUrl(token, publicUrl)
  const [start] = useState(() => valuesOf(room))
  const [content, setContent] = useState(start.content)
  const editor = useRef<EditorHandle>(null)
  // Fields begin anew when another text is taken.
  const [filled, setFilled] = useState(0)

  useEffect(() => keeper.open(), [keeper])
  useEffect(() => onSaveKey(() => void keeper.save()), [keeper])

  function fill() {
    setContent(keeper.values.content)
    editor.current?.setContent(keeper.values.content)
    setFilled(filled + 1)
  }
  useEffect(() => keeper.onTaken(fill))

  return (
    <>
      <div className="post-page">
        <h1 className="sr-only">Your writing page</h1>
        {isNew && <KeepYourLink url={url} siteName={siteName} byEmail={byEmail} />}
        <RoomStatus room={room} publicUrl={publicUrl} byEmail={byEmail} />
        <RestoreNotice
          keeper={keeper}
          onRestore={(copy) => {
            keeper.adopt(copy)
            fill()
          }}
        />
        <Brief room={room} link={<OwnLink url={url} siteName={siteName} />} />
        <div className="title-field">
          <div className="title-row">
            <textarea
              key={filled}
              rows={1}
              aria-label="Title"
              aria-required
              placeholder="Title"
              maxLength={postLimits.title}
              defaultValue={keeper.values.title}
              onChange={(event) => {
                // A headline has one line.
                event.target.value = event.target.value.replaceAll(/\s*\n\s*/g, ' ')
                keeper.change({ title: event.target.value })
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                editor.current?.focus()
              }}
            />
          </div>
        </div>
        <Suspense fallback={<p>Opening the editor...</p>}>
          <PostEditor
            ref={editor}
            initial={() => keeper.values.content}
            onChange={(html) => {
              setContent(html)
              keeper.change({ content: html })
            }}
          />
        </Suspense>
      </div>
      <aside className="post-panel room-panel" aria-label="About your draft">
        <Comments key={`comments ${filled}`} token={token} keeper={keeper} />
        <Hints content={content} />
        <Profile key={`profile ${filled}`} keeper={keeper} />
      </aside>
    </>
  )
}

function ClosedText({ token, keeper, siteName, publicUrl, byEmail }: RoomPartProps) {
  const { room } = useSyncExternalStore(keeper.subscribe, keeper.read)
  const heading = useRef<HTMLHeadingElement>(null)
  const url = ownUrl(token, publicUrl)
  return (
    <>
      <div className="post-page">
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          Your writing page
        </h1>
        <RoomStatus
          room={room}
          publicUrl={publicUrl}
          byEmail={byEmail}
          approve={room.text && <ApproveButton hash={room.text.hash} token={token} keeper={keeper} />}
        />
        {room.text && <ReadOnlyText text={room.text} />}
      </div>
      <aside className="post-panel room-panel" aria-label="About your draft">
        <Comments token={token} keeper={keeper} />
        <Brief room={room} link={<OwnLink url={url} siteName={siteName} />} />
      </aside>
    </>
  )
}
