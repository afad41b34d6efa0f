import type { ReactNode } from 'react'
import { formatDate } from '../../../../core/contract/format-date.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import type { WritingRoom } from '../../contract/writing-room.ts'

type RoomStatusProps = {
  room: WritingRoom
  publicUrl: string
  /** True if an email server is set up; otherwise an editor has to send emails to the guest */
  byEmail: boolean
  /** Button with which the guest approves the submitted draft */
  approve?: ReactNode
}

/** Shows the status of the draft and what happens next. */
export function RoomStatus({ room, publicUrl, byEmail, approve }: RoomStatusProps) {
  const { status, text } = room
  if (status === 'accepted' && room.isOpen) return null
  return (
    <section className="notice room-status" aria-label="Status of your draft">
      {text?.isLive ? (
        <>
          <p className="room-status-title">Your post is live</p>
          <p>
            Read it at{' '}
            <a href={postPaths.post(text.slug)}>{new URL(postPaths.post(text.slug), publicUrl).href}</a>.
            {room.closesAt && ` This writing page stays open until ${formatDate(room.closesAt)}.`}
          </p>
        </>
      ) : text?.scheduledFor ? (
        <>
          <p className="room-status-title">Your post will be published on {formatDate(text.scheduledFor)}</p>
          {(status !== 'submitted' || room.approval === 'approved') && <p>There’s nothing more to do.</p>}
        </>
      ) : status === 'changes_requested' ? (
        <>
          <p className="room-status-title">The editor requested changes</p>
          {room.changesMessage && (
            <blockquote className="brief-message" dir="auto">
              {room.changesMessage}
            </blockquote>
          )}
          <p>
            {room.comments.length > 0 ? 'Read the comments, change' : 'Change'} your draft, then submit it
            again.
          </p>
        </>
      ) : status === 'submitted' ? (
        <>
          <p className="room-status-title">Your draft is with the editor</p>
          <p>
            You can’t edit it while it’s being reviewed.{' '}
            {byEmail ? 'We’ll email you when there’s news.' : 'The editor will be in touch.'}
          </p>
        </>
      ) : (
        <>
          <p className="room-status-title">Your post is no longer on the site</p>
          <p>If you have questions, contact the editor.</p>
        </>
      )}
      {status === 'submitted' &&
        text &&
        approve !== undefined &&
        (room.approval === 'approved' && room.approvedAt ? (
          <p>You approved this draft on {formatDate(room.approvedAt)}.</p>
        ) : (
          <>
            <p>{approvalMessage(room)}</p>
            {approve}
          </>
        ))}
    </section>
  )
}

/** Approval is optional: the editor can publish without it. */
function approvalMessage({ approval, isEdited }: WritingRoom): string {
  if (approval === 'changed')
    return 'The editor changed the draft after you approved it. Approve it again if we may publish the version below as is (optional).'
  if (isEdited)
    return 'The editor made changes after you submitted it. Approve it if we may publish the version below as is (optional).'
  return 'We’ll tell you if we change anything. Approve now if we may publish it as is (optional).'
}
