import { type Ref, useEffect, useRef, useTransition } from 'react'
import { call } from '../../../../core/web/api.ts'
import { explainFailure } from '../../../../core/web/api-failures.ts'
import { QuietButton } from '../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { toDraftHtml } from '../../../posts/web/blog/draft-html.ts'
import { type GuestText, textApprove } from '../../contract/writing-room.ts'
import { Brief } from './brief.tsx'
import { Comments } from './comments.tsx'
import { OwnLink, ownUrl } from './own-link.tsx'
import type { RoomAutosave } from './room-autosave.ts'
import type { RoomProps } from './room-props.ts'
import { RoomStatus } from './room-status.tsx'

type ClosedRoomProps = RoomProps & {
  autosave: RoomAutosave
  /** True if this replaces the form that the guest was just using */
  takesFocus: boolean
}

/** The writing room while the draft is submitted or public, so that the guest cannot edit it */
export function ClosedRoom({ room, autosave, takesFocus, ...props }: ClosedRoomProps) {
  const { token, siteName, publicUrl, byEmail } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const url = ownUrl(token, publicUrl)

  // The form, which contained the focus, has been removed.
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

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
          approve={
            room.text && (
              <ApproveButton
                hash={room.text.hash}
                token={token}
                autosave={autosave}
                onApproved={() => heading.current?.focus()}
              />
            )
          }
        />
        {room.text && <ReadOnlyText text={room.text} ref={content} />}
      </div>
      <aside className="post-panel room-panel" aria-label="About your draft">
        <Comments
          token={token}
          room={room}
          autosave={autosave}
          blocks={() => [...(content.current?.children ?? [])]}
        />
        <Brief room={room} link={<OwnLink url={url} siteName={siteName} />} />
      </aside>
    </>
  )
}

/** The guest's draft, formatted as readers will see it */
function ReadOnlyText({ text, ref }: { text: GuestText; ref?: Ref<HTMLDivElement> }) {
  return (
    <article className="room-text" aria-labelledby="text-title">
      <h2 id="text-title" dir="auto">
        {text.title}
      </h2>
      <div
        ref={ref}
        className="shown-text editor-text prose"
        dir="auto"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when it was saved (features/posts/server/rendering/sanitize.ts)
        dangerouslySetInnerHTML={{ __html: toDraftHtml(text.content) }}
      />
    </article>
  )
}

/** `hash` identifies the version that the guest sees, so that a version they have not seen cannot be approved. */
type ApproveButtonProps = { hash: string; token: string; autosave: RoomAutosave; onApproved: () => void }

function ApproveButton({ hash, token, autosave, onApproved }: ApproveButtonProps) {
  const [busy, startApproving] = useTransition()

  async function approve() {
    try {
      autosave.accept(await call(textApprove, { params: { token }, body: { hash } }))
      onApproved()
      showToast({ title: 'Approved', description: 'We’ve let the editor know.' })
    } catch (error) {
      const current = autosave.findConflict(error)
      if (current) autosave.accept(current)
      showToast({ title: 'Not approved.', description: explainFailure(error), tone: 'destructive' })
    }
  }

  return (
    <p>
      <QuietButton busy={busy} onClick={() => busy || startApproving(approve)}>
        {busy ? 'Approving...' : 'Approve this draft'}
      </QuietButton>
    </p>
  )
}
