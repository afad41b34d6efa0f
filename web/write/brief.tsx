import type { ReactNode } from 'react'
import { invitationPage as words } from '../../content/guests.ts'
import { formatDate } from '../../contracts/format-date.ts'
import type { WritingRoom } from '../../contracts/writing-room.ts'

/** What was asked for, and the link to come back with. */
export function Brief({
  room,
  timeZone,
  isOpen,
  link,
}: {
  room: WritingRoom
  /** Of the server's page; a browser has its own. */
  timeZone?: string
  isOpen?: boolean
  link: ReactNode
}) {
  return (
    <details className="room-brief" open={isOpen}>
      <summary>
        Your assignment
        {room.dueAt && <span>, due by {formatDate(room.dueAt, { timeZone })}</span>}
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
      {link}
      <p className="field-hint">
        Save this link: it’s your way back to this page. Anyone with it can write as you.
      </p>
    </details>
  )
}
