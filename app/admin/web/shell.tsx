import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { paths } from '../../../core/contract/paths.ts'
import { useCurrentUser } from '../../../core/web/admin/current-user.ts'
import { useEntry } from '../../../core/web/admin/history.ts'
import { lazyScreen, waitingMark } from '../../../core/web/admin/lazy-screen.tsx'
import { confirmQuestion, signInQuestion } from '../../../core/web/admin/repeated-requests.ts'
import { ScreenLink, TextLink } from '../../../core/web/admin/screen-link.tsx'
import { type SiteBrand, useSiteName } from '../../../core/web/admin/site-name.ts'
import { useNewsAfterWrites } from '../../../core/web/admin/unread-counts.tsx'
import { Brand } from '../../../core/web/site/logo.tsx'
import { ErrorBoundary } from '../../../core/web/ui/error-boundary.tsx'
import { lazyPart } from '../../../core/web/ui/lazy-part.tsx'
import { PrivacyDialog } from '../../../features/assistant/web/admin/privacy-check.tsx'
import { canChangeNews, useFeatures } from '../../features.client.ts'
import { PlaceholderBar } from './get-started/placeholder-bar.tsx'
import { Menu } from './menu.tsx'
import { isPageForm, PostsScreen } from './posts-screen.tsx'
import { parseRoute, type Route } from './routes.ts'

// Screens whose code is loaded when they are opened first, because most visits to the admin need none of them
const GetStartedScreen = lazyScreen(() => import('./get-started/get-started-screen.tsx'), 'GetStartedScreen')
const OwnPagesScreen = lazyScreen(() => import('./own-pages/own-pages-screen.tsx'), 'OwnPagesScreen')
const OutboxScreen = lazyScreen(
  () => import('../../../core/web/admin/outbox/outbox-screen.tsx'),
  'OutboxScreen',
)
const PeopleScreen = lazyScreen(
  () => import('../../../features/people/web/admin/people-screen.tsx'),
  'PeopleScreen',
)
const ReviewScreen = lazyScreen(
  () => import('../../../features/guests/web/admin/review/review-screen.tsx'),
  'ReviewScreen',
)
const SettingsScreen = lazyScreen(() => import('./settings/settings-screen.tsx'), 'SettingsScreen')
const TodayScreen = lazyScreen(() => import('./today/today-screen.tsx'), 'TodayScreen')
const SiteScreen = lazyScreen(() => import('../../../features/site/web/admin/site-screen.tsx'), 'SiteScreen')

const ConfirmDialog = lazyPart(
  () => import('../../../features/accounts/web/admin/confirm-dialog.tsx'),
  'ConfirmDialog',
)
const SignInDialog = lazyPart(
  () => import('../../../features/accounts/web/admin/sign-in-dialog.tsx'),
  'SignInDialog',
)

/** The admin's app: the menu, the open screen, and the dialogs that any screen can open. */
export function Shell({ siteName: loaded, logo }: SiteBrand) {
  const siteName = useSiteName(loaded)
  const { username } = useCurrentUser()
  const entry = useEntry()
  const { features, screens, loadPerson } = useFeatures()
  const place = parseRoute(
    entry.url,
    screens.map(({ path }) => path),
  )
  const open = place.screen === 'feature' && screens.find(({ path }) => path === place.path)
  useNewsAfterWrites(canChangeNews)
  return (
    <div className="admin">
      <header className="admin-side">
        <ScreenLink className="logo admin-brand" href={paths.admin}>
          <Brand logo={logo} name={siteName} />
        </ScreenLink>
        <Menu screen={menuItemOf(place)} />
      </header>
      <main id="main" tabIndex={-1} className="admin-main">
        {(place.screen === 'today' || place.screen === 'get-started') && <PlaceholderBar />}
        <ErrorBoundary
          resetKey={entry.key}
          ways={
            <ScreenLink className="btn btn-quiet" href={paths.admin}>
              Go to Posts
            </ScreenLink>
          }
        >
          {place.screen === 'posts' && <PostsScreen entry={entry} place={place} />}
          {place.screen === 'people' && <PeopleScreen query={place.query} loadPart={loadPerson} />}
          {place.screen === 'outbox' && <OutboxScreen query={place.query} />}
          {place.screen === 'today' && <TodayScreen />}
          {open && place.screen === 'feature' && <open.Screen query={place.query} features={features} />}
          {place.screen === 'get-started' && <GetStartedScreen />}
          {place.screen === 'own-pages' && <OwnPagesScreen query={place.query} />}
          {place.screen === 'site' && <SiteScreen query={place.query} features={features} />}
          {place.screen === 'settings' && (
            <SettingsScreen tab={place.tab} query={place.query} names={[username, siteName]} />
          )}
          {place.screen === 'review' && <ReviewScreen key={entry.key} inviteId={place.invite} />}
          {place.screen === 'unknown' && <UnknownScreen />}
        </ErrorBoundary>
      </main>
      <Announcer siteName={siteName} />
      <PrivacyDialog />
      <Asked question={confirmQuestion} Dialog={ConfirmDialog} />
      <Asked question={signInQuestion} Dialog={SignInDialog} />
    </div>
  )
}

type AskedProps = { question: typeof signInQuestion; Dialog: ComponentType }

/** A dialog that any screen can open, whose code is loaded then */
function Asked({ question, Dialog }: AskedProps) {
  const isOpen = useSyncExternalStore(question.subscribe, question.read) !== undefined
  return isOpen && <Dialog />
}

/** The item of the menu for a screen: the form of a page belongs to the pages, and a review to the posts. */
function menuItemOf(place: Route): string {
  if (place.screen === 'posts' && isPageForm(place)) return 'own-pages'
  if (place.screen === 'review') return 'posts'
  if (place.screen === 'get-started') return 'today'
  return place.screen === 'feature' ? place.path : place.screen
}

function UnknownScreen() {
  return (
    <div className="admin-page">
      <h1>404 Page Not Found</h1>
      <p>We couldn’t find that page.</p>
      <p>
        <TextLink href={paths.admin}>Write a post</TextLink>
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
    const show = () => {
      const name = document.querySelector('main h1')?.textContent ?? ''
      document.title = `${name} - ${siteName}`
      // Screen readers announce the first screen on their own, because it comes with a page load.
      if (url !== openedAt.current) setMessage(name)
    }
    const isWaiting = () => document.querySelector(`[${waitingMark}]`) !== null
    if (!isWaiting()) return show()
    const observer = new MutationObserver(() => {
      if (isWaiting()) return
      observer.disconnect()
      show()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [url, siteName])

  return (
    <p className="sr-only" aria-live="polite">
      {message}
    </p>
  )
}
