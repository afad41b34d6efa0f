import { invitationPage as words } from '../../content/guests.ts'
import { paths } from '../../contracts/paths.ts'
import type { Page } from '../page.ts'
import { Logo } from '../site/logo.tsx'
import { Assignment } from './assignment.tsx'
import { OwnLink, ownUrl } from './own-link.tsx'
import type { RoomProps } from './room.tsx'

/** The page that starts a guest's writing room. Its content is shown until the room has loaded, or without script. */
export const writingRoom: Page<Omit<RoomProps, 'siteName' | 'publicUrl'>> = {
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
            <Assignment
              topic={room.topic}
              dates={{ [words.due]: room.dueAt }}
              message={room.message}
              timeZone={site.timeZone}
            />
          </main>
        </div>
      </div>
    )
  },
}
