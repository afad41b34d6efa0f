import { invitationPage as words } from '../../content/guests.ts'
import type { WritingRoom } from '../../contracts/invites.ts'

/** What was asked for. */
export function Brief({ room }: { room: WritingRoom }) {
  return (
    <details className="room-brief">
      <summary>
        What we asked you for
        {room.dueAt && <span>, by {formatDay(room.dueAt)}</span>}
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

export function formatDay(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(iso))
}
