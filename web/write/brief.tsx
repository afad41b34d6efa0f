import { invitationPage as words } from '../../content/guests.ts'
import type { WritingRoom } from '../../contracts/invites.ts'
import { formatDay } from './room-status.tsx'

/** What was asked for. */
export function Brief({
  room,
  timeZone,
  isOpen,
}: {
  room: WritingRoom
  /** Of the server's page; a browser has its own. */
  timeZone?: string
  isOpen?: boolean
}) {
  return (
    <details className="room-brief" open={isOpen}>
      <summary>
        What we asked you for
        {room.dueAt && <span>, by {formatDay(room.dueAt, timeZone)}</span>}
      </summary>
      <dl className="brief">
        <div>
          <dt>{words.topic}</dt>
          <dd className="brief-topic" dir="auto">
            {room.topic}
          </dd>
        </div>
      </dl>
      {room.message && (
        <blockquote className="brief-message" dir="auto">
          {room.message}
        </blockquote>
      )}
      <p className="field-hint">
        Keep the address of this page: it is the key to your text. Whoever has it can write in your name.
      </p>
    </details>
  )
}
