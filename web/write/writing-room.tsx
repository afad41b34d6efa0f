import { invitationPage as words } from '../../content/guests.ts'
import { formatDate } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import type { WritingRoom } from '../../contracts/writing-room.ts'
import type { Page } from '../page.ts'
import { Logo } from '../site/logo.tsx'
import { OwnLink, ownUrl } from './own-link.tsx'
import type { RoomProps } from './room.tsx'

/** The page that a guest's writing room starts on. What stands in it shows until the room is there, or without script. */
export const writingRoom: Page<{
  token: string
  room: WritingRoom
  byEmail: boolean
  isNew: boolean
}> = {
  head: () => ({ title: 'Your writing page', description: 'Write your guest post here.' }),
  frame: 'room',
  styles: 'admin',
  Body: ({ site, ...given }) => {
    const { token, room } = given
    const props = { ...given, siteName: site.name, publicUrl: site.publicUrl } satisfies RoomProps
    return (
      <div id="room" data-props={JSON.stringify(props)}>
        <div className="guest-page">
          <header>
            <Logo site={site} />
          </header>
          <main id="main" tabIndex={-1} className="card">
            <h1>Your writing page</h1>
            <p className="lead">
              Opening the editor... If nothing happens, use the version that works without JavaScript.
            </p>
            <p>
              <a className="btn btn-quiet" href={paths.plainRoom(token)}>
                Write without JavaScript
              </a>
            </p>
            <OwnLink url={ownUrl(token, site.publicUrl)} siteName={site.name} />
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
                  <dd>{formatDate(room.dueAt, { timeZone: site.timeZone })}</dd>
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
