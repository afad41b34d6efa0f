import type { Page } from '../../../../core/web/page.ts'
import { invitationPage as words } from '../../words/guests.ts'
import { Assignment } from './assignment.tsx'
import { GuestPage } from './guest-page.tsx'
import { OwnLink, ownUrl } from './own-link.tsx'
import type { RoomProps } from './room-props.ts'

/** The page that loads the writing room. Its own content is shown until the app has loaded, or without JavaScript. */
export const writingRoom: Page<Omit<RoomProps, 'siteName' | 'logo' | 'publicUrl'>> = {
  head: () => ({ title: 'Your writing page', description: 'Write your guest post here.' }),
  frame: 'room',
  styles: 'admin',
  Body: ({ site, ...given }) => {
    const { token, room } = given
    const { name: siteName, publicUrl, look } = site
    const props = { ...given, siteName, publicUrl, logo: look?.logo } satisfies RoomProps
    return (
      <div id="room" data-props={JSON.stringify(props)}>
        <GuestPage
          site={site}
          title="Your writing page"
          lead="Opening the editor... If nothing happens, JavaScript is turned off or didn’t load. Turn it on, reload the page, or open your link in another browser."
        >
          <OwnLink url={ownUrl(token, site.publicUrl)} siteName={site.name} />
          <Assignment
            topic={room.topic}
            dates={{ [words.due]: room.dueAt }}
            message={room.message}
            timeZone={site.timeZone}
          />
        </GuestPage>
      </div>
    )
  },
}
