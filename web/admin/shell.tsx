import { useEffect, useRef, useState } from 'react'
import { paths } from '../../contracts/paths.ts'
import { LogoMark } from '../site/logo.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useCurrentUser } from './current-user.ts'
import { useEntry } from './history.ts'
import { InsightsScreen } from './insights/insights-screen.tsx'
import { MediaScreen } from './media/media-screen.tsx'
import { Menu } from './menu.tsx'
import { NewsletterScreen } from './newsletter/newsletter-screen.tsx'
import { OutboxScreen } from './outbox/outbox-screen.tsx'
import { PeopleScreen } from './people/people-screen.tsx'
import { PrivacyDialog } from './posts/privacy-check.tsx'
import { PostsScreen } from './posts-screen.tsx'
import { ReviewScreen } from './review/review-screen.tsx'
import { parseRoute } from './routes.ts'
import { ScreenLink } from './screen-link.tsx'
import { SettingsScreen } from './settings/settings-screen.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import { useNewsAfterWrites } from './unread-counts.tsx'

/** The admin's app: the menu, the open screen, and the dialogs that any screen can open. */
export function Shell({ siteName }: { siteName: string }) {
  const { username } = useCurrentUser()
  const entry = useEntry()
  const place = parseRoute(entry.url)
  useNewsAfterWrites()
  return (
    <div className="admin">
      <header className="admin-side">
        <ScreenLink className="logo admin-brand" href={paths.admin}>
          <LogoMark />
          <span>{siteName}</span>
        </ScreenLink>
        <Menu screen={place.screen} />
      </header>
      <main id="main" tabIndex={-1} className="admin-main">
        <ErrorBoundary
          resetKey={entry.key}
          ways={
            <ScreenLink className="btn btn-quiet" href={paths.admin}>
              Go to Posts
            </ScreenLink>
          }
        >
          {place.screen === 'posts' && <PostsScreen entry={entry} place={place} />}
          {place.screen === 'people' && <PeopleScreen query={place.query} />}
          {place.screen === 'media' && <MediaScreen query={place.query} />}
          {place.screen === 'insights' && <InsightsScreen query={place.query} />}
          {place.screen === 'newsletter' && <NewsletterScreen query={place.query} />}
          {place.screen === 'outbox' && <OutboxScreen query={place.query} />}
          {place.screen === 'settings' && (
            <SettingsScreen tab={place.tab} query={place.query} names={[username, siteName]} />
          )}
          {place.screen === 'review' && <ReviewScreen key={entry.key} inviteId={place.invite} />}
          {place.screen === 'unknown' && <UnknownScreen />}
        </ErrorBoundary>
      </main>
      <Announcer siteName={siteName} />
      <PrivacyDialog />
      <ConfirmDialog />
      <SignInDialog />
    </div>
  )
}

function UnknownScreen() {
  return (
    <div className="admin-page">
      <h1>404 Page Not Found</h1>
      <p>We couldn’t find that page.</p>
      <p>
        <ScreenLink className="text-link" href={paths.admin}>
          Write a post
        </ScreenLink>
      </p>
    </div>
  )
}

/** Announces the opened screen to screen readers, and sets the title of the document. */
function Announcer({ siteName }: { siteName: string }) {
  const { url } = useEntry()
  const [message, setMessage] = useState('')
  const openedAt = useRef(url)

  // An effect, because the screen's name is read from its headline, which exists only after rendering.
  useEffect(() => {
    const name = document.querySelector('main h1')?.textContent ?? ''
    document.title = `${name} - ${siteName}`
    // Screen readers announce the first screen on their own, because it comes with a page load.
    if (url !== openedAt.current) setMessage(name)
  }, [url, siteName])

  return (
    <p className="sr-only" aria-live="polite">
      {message}
    </p>
  )
}
