import { invitationPage as words } from '../../content/guests.ts'
import type { WritingRoom } from '../../contracts/invites.ts'
import { paths } from '../../contracts/paths.ts'
import { formatDate } from '../blog/format-date.ts'
import type { Page } from '../page.ts'
import { Logo } from '../site/logo.tsx'
import type { RoomProps } from './room.tsx'

/** The page that a guest's writing room starts on. What stands in it shows until the room is there, or without script. */
export const writingRoom: Page<{ token: string; room: WritingRoom }> = {
  head: () => ({ title: 'Your writing room', description: 'Write your guest post here.' }),
  frame: 'room',
  styles: 'admin',
  Body: ({ site, token, room }) => {
    const props = { token, room, siteName: site.name, publicUrl: site.publicUrl } satisfies RoomProps
    return (
      <div id="room" data-props={JSON.stringify(props)}>
        <div className="guest-page">
          <header>
            <Logo site={site} />
          </header>
          <main id="main" tabIndex={-1} className="card">
            <h1>Your writing room</h1>
            <p className="lead">
              The editor is opening. It needs JavaScript. Where nothing happens, write without it.
            </p>
            <p>
              <a className="btn btn-quiet" href={paths.plainRoom(token)}>
                Write without JavaScript
              </a>
            </p>
            <dl className="brief">
              <div>
                <dt>{words.topic}</dt>
                <dd className="brief-topic" dir="auto">
                  {room.topic}
                </dd>
              </div>
              {room.dueAt && (
                <div>
                  <dt>{words.due}</dt>
                  <dd>{formatDate(room.dueAt, site.timeZone)}</dd>
                </div>
              )}
            </dl>
            {room.message && (
              <blockquote className="brief-message" dir="auto">
                {room.message}
              </blockquote>
            )}
          </main>
        </div>
      </div>
    )
  },
}
