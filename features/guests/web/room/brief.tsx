import type { ReactNode } from 'react'
import { formatDate } from '../../../../core/contract/format-date.ts'
import type { WritingRoom } from '../../contract/writing-room.ts'
import { Assignment } from './assignment.tsx'

/** The guest's assignment, and their private link to the writing room, with which they can come back */
export function Brief({ room, link }: { room: WritingRoom; link: ReactNode }) {
  return (
    <details className="room-brief">
      <summary>
        Your assignment
        {room.dueAt && <span>, due by {formatDate(room.dueAt)}</span>}
      </summary>
      <Assignment topic={room.topic} message={room.message} />
      {link}
      <p className="field-hint">
        Save this link: it’s your way back to this page. Anyone with it can write as you.
      </p>
    </details>
  )
}
