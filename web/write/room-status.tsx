import type { ReactNode } from 'react'
import type { WritingRoom } from '../../contracts/invites.ts'
import { paths } from '../../contracts/paths.ts'

type RoomStatusProps = {
  room: WritingRoom
  publicUrl: string
  /** Of the server's page; a browser has its own. */
  timeZone?: string
  /** With which the guest approves the text that was handed in. */
  approve?: ReactNode
}

/** How the text stands, and what comes next. */
export function RoomStatus({ room, publicUrl, timeZone, approve }: RoomStatusProps) {
  const { status, text } = room
  if (status === 'accepted' && room.isOpen) return null
  const day = (iso: string) => formatDay(iso, timeZone)
  return (
    <section className="notice room-status" aria-label="How your text stands">
      {text?.isLive ? (
        <>
          <p className="room-status-title">Your text is live</p>
          <p>
            Everybody can read it at{' '}
            <a href={paths.post(text.slug)}>{new URL(paths.post(text.slug), publicUrl).href}</a>.
            {room.closesAt && ` This room stays open until ${day(room.closesAt)}.`}
          </p>
        </>
      ) : text?.scheduledFor ? (
        <>
          <p className="room-status-title">Your text will be published on {day(text.scheduledFor)}</p>
          {(status !== 'submitted' || room.approval === 'approved') && <p>There is nothing more to do.</p>}
        </>
      ) : status === 'changes_requested' ? (
        <>
          <p className="room-status-title">The editor asks for changes</p>
          {room.changesMessage && (
            <blockquote className="brief-message" dir="auto">
              {room.changesMessage}
            </blockquote>
          )}
          <p>
            {room.comments.length > 0 ? 'Read the comments, change' : 'Change'} your text, and hand it in
            again.
          </p>
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
      {status === 'submitted' &&
        text &&
        approve !== undefined &&
        (room.approval === 'approved' && room.approvedAt ? (
          <p>You approved this text on {day(room.approvedAt)}.</p>
        ) : (
          <>
            <p>
              {room.approval === 'changed'
                ? 'The editor has changed the text since you approved it. Please read it once more.'
                : 'Have you read it as it stands below? Then you can approve it for publication under your name.'}
            </p>
            {approve}
          </>
        ))}
    </section>
  )
}

export function formatDay(iso: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(iso))
}
