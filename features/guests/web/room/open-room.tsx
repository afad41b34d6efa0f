import { useEffect, useState } from 'react'
import { RestoreNotice } from '../../../../core/web/editing/record/restore-notice.tsx'
import { lazyPart } from '../../../../core/web/ui/lazy-part.tsx'
import { useSaveShortcut } from '../../../../core/web/ui/save-shortcut.ts'
import { warnBeforeUnload } from '../../../../core/web/ui/warn-before-unload.ts'
import { postLimits } from '../../../posts/contract/posts.ts'
import { TitleInput } from '../../../posts/web/editor/title-input.tsx'
import { Brief } from './brief.tsx'
import { Comments } from './comments.tsx'
import { Hints } from './hints.tsx'
import { KeepYourLink, OwnLink, ownUrl } from './own-link.tsx'
import { Profile } from './profile.tsx'
import type { RoomAutosave } from './room-autosave.ts'
import type { RoomFields, RoomProps } from './room-props.ts'
import { RoomStatus } from './room-status.tsx'

const PostEditor = lazyPart(
  () => import('../../../posts/web/editor/post-editor.tsx'),
  'PostEditor',
  <p>Opening the editor...</p>,
)

type OpenRoomProps = RoomProps & { autosave: RoomAutosave; fields: RoomFields; isDirty: boolean }

/** The writing room while the guest can edit the draft */
export function OpenRoom({ room, autosave, fields, isDirty, ...props }: OpenRoomProps) {
  const { token, siteName, publicUrl, byEmail, isNew } = props
  const { title, editor, name } = fields
  const url = ownUrl(token, publicUrl)
  // Used as a key: the fields are uncontrolled, so loading other values must create new fields.
  const [loads, setLoads] = useState(0)

  useEffect(() => autosave.open(), [autosave])
  useEffect(
    () =>
      autosave.onLoad(() => {
        editor.current?.setContent(autosave.values.content)
        setLoads((before) => before + 1)
      }),
    [autosave, editor],
  )
  useEffect(() => (isDirty ? warnBeforeUnload() : undefined), [isDirty])
  useSaveShortcut(() => void autosave.saveChanges())

  return (
    <>
      <div className="post-page">
        <h1 className="sr-only">Your writing page</h1>
        {isNew && (
          <KeepYourLink
            url={url}
            siteName={siteName}
            byEmail={byEmail}
            onClose={() => title.current?.focus()}
          />
        )}
        <RoomStatus room={room} publicUrl={publicUrl} byEmail={byEmail} />
        <RestoreNotice edit={autosave} />
        <Brief room={room} link={<OwnLink url={url} siteName={siteName} />} />
        <div className="title-field">
          <div className="title-row">
            <TitleInput
              key={loads}
              ref={title}
              maxLength={postLimits.title}
              defaultValue={autosave.values.title}
              onChange={(event) => autosave.edit({ title: event.target.value })}
              onEnter={() => editor.current?.focus()}
            />
          </div>
        </div>
        <PostEditor
          ref={editor}
          initial={() => autosave.values.content}
          onChange={(content) => autosave.edit({ content })}
        />
      </div>
      <aside className="post-panel room-panel" aria-label="About your draft">
        <Comments
          key={`comments ${loads}`}
          token={token}
          room={room}
          autosave={autosave}
          blocks={() => editor.current?.blocks() ?? []}
        />
        <Hints autosave={autosave} />
        <Profile key={`profile ${loads}`} autosave={autosave} nameRef={name} />
      </aside>
    </>
  )
}
