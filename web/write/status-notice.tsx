import { useState } from 'react'
import { roomConflict, type WritingRoom } from '../../contracts/invites.ts'
import { paths } from '../../contracts/paths.ts'
import { explainFailure, hasStatus } from '../admin/api.ts'
import { showToast } from '../ui/toast.ts'
import { formatDay } from './brief.tsx'
import { approveText } from './room-calls.ts'
import type { RoomKeeper } from './room-keeper.ts'

/** How the text stands, and what comes next. */
export function StatusNotice({
  room,
  token,
  keeper,
  publicUrl,
}: {
  room: WritingRoom
  token?: string
  keeper?: RoomKeeper
  publicUrl?: string
}) {
  const { status, text } = room
  if (status === 'accepted' && room.isOpen) return null
  return (
    <section className="notice room-status" aria-label="How your text stands">
      {text?.isLive ? (
        <>
          <p className="room-status-title">Your text is live</p>
          <p>
            Everybody can read it at{' '}
            <a href={paths.post(text.slug)}>
              {new URL(paths.post(text.slug), publicUrl ?? location.href).href}
            </a>
            .{room.closesAt && ` This room stays open until ${formatDay(room.closesAt)}.`}
          </p>
        </>
      ) : text?.scheduledFor ? (
        <>
          <p className="room-status-title">Your text will be published on {formatDay(text.scheduledFor)}</p>
          <p>There is nothing more to do.</p>
        </>
      ) : status === 'changes_requested' ? (
        <>
          <p className="room-status-title">The editor asks for changes</p>
          <p>The comments stand beside your text. When you are done, hand it in again.</p>
        </>
      ) : status === 'submitted' ? (
        <>
          <p className="room-status-title">Your text is with the editor</p>
          <p>It cannot be changed while it is being read. You hear from us by mail.</p>
        </>
      ) : (
        <>
          <p className="room-status-title">Your text has been taken off the site</p>
          <p>If you have questions, please write to the editor.</p>
        </>
      )}
      {status === 'submitted' && text && token !== undefined && keeper && (
        <Approval room={room} hash={text.hash} token={token} keeper={keeper} />
      )}
    </section>
  )
}

function Approval({
  room,
  hash,
  token,
  keeper,
}: {
  room: WritingRoom
  hash: string
  token: string
  keeper: RoomKeeper
}) {
  const [busy, setBusy] = useState(false)
  if (room.approval === 'approved' && room.approvedAt)
    return <p>You approved this text on {formatDay(room.approvedAt)}.</p>

  async function approve() {
    if (busy) return
    setBusy(true)
    try {
      keeper.accept(await approveText(token, hash))
      document.querySelector('h1')?.focus()
      showToast({ title: 'Approved', description: 'The editor has been told.' })
    } catch (error) {
      const current = hasStatus(error, 409) ? roomConflict.safeParse(error.body).data?.current : undefined
      if (current) keeper.accept(current)
      showToast({ title: 'Not approved.', description: explainFailure(error), tone: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <>
      <p>
        {room.approval === 'changed'
          ? 'The editor has changed the text since you approved it. Please read it once more.'
          : 'Have you read it as it stands below? Then you can approve it for publication under your name.'}
      </p>
      <p>
        <button
          type="button"
          className="btn"
          aria-disabled={busy || undefined}
          onClick={() => void approve()}
        >
          {busy ? 'Approving...' : 'Approve this text'}
        </button>
      </p>
    </>
  )
}
