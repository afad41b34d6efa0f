import {
  ChartColumn,
  FileText,
  Globe,
  Image,
  LogOut,
  type LucideIcon,
  Mail,
  Send,
  Settings,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '../../contracts/paths.ts'
import { LogoMark } from '../site/logo.tsx'
import { InsightsScreen } from './insights/insights-screen.tsx'
import { useEntry } from './location.ts'
import { MediaScreen } from './media/media-screen.tsx'
import { NewsCount } from './news.tsx'
import { NewsletterScreen } from './newsletter/newsletter-screen.tsx'
import { OutboxScreen } from './outbox/outbox-screen.tsx'
import { PeopleScreen } from './people/people-screen.tsx'
import { readPlace } from './place.ts'
import { PrivacyDialog } from './posts/privacy-check.tsx'
import { PostsScreen } from './posts-screen.tsx'
import { ReviewScreen } from './review/review-screen.tsx'
import { ScreenLink } from './screen-link.tsx'
import { SettingsScreen } from './settings/settings-screen.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SignInDialog } from './sign-in.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export type AdminProps = { siteName: string; username: string }

/** The frame around every screen: side bar, the screen itself, and what lies over it. */
export function Shell({ siteName, username }: AdminProps) {
  const entry = useEntry()
  const place = readPlace(entry.url)
  return (
    <div className="admin">
      <SideBar siteName={siteName} username={username} screen={place.screen} />
      <main id="main" tabIndex={-1} className="admin-main">
        {place.screen === 'posts' && <PostsScreen entry={entry} place={place} />}
        {place.screen === 'people' && <PeopleScreen query={place.query} />}
        {place.screen === 'media' && <MediaScreen query={place.query} />}
        {place.screen === 'insights' && <InsightsScreen query={place.query} />}
        {place.screen === 'newsletter' && <NewsletterScreen query={place.query} />}
        {place.screen === 'outbox' && <OutboxScreen query={place.query} />}
        {place.screen === 'settings' && <SettingsScreen tab={place.tab} />}
        {place.screen === 'review' && <ReviewScreen key={entry.key} inviteId={place.invite} />}
        {place.screen === 'unknown' && <UnknownScreen />}
      </main>
      <Announcer siteName={siteName} />
      <PrivacyDialog />
      <SignInDialog username={username} />
    </div>
  )
}

function SideBar({ siteName, username, screen }: AdminProps & { screen: string }) {
  return (
    <header className="admin-side">
      <a className="logo admin-brand" href={paths.home}>
        <LogoMark />
        <span className="side-label">{siteName}</span>
      </a>
      <nav aria-label="Admin">
        <ul>
          <li>
            <ScreenLink
              href={paths.admin}
              aria-current={screen === 'posts' || screen === 'review' ? 'page' : undefined}
            >
              <SideLabel icon={FileText}>Posts</SideLabel>
              <NewsCount of="guests" words="from guest authors" />
            </ScreenLink>
          </li>
          <li>
            <ScreenLink href={paths.adminPeople} aria-current={screen === 'people' ? 'page' : undefined}>
              <SideLabel icon={Users}>People</SideLabel>
              <NewsCount of="people" words="new" />
            </ScreenLink>
          </li>
          <li>
            <ScreenLink href={paths.adminMedia} aria-current={screen === 'media' ? 'page' : undefined}>
              <SideLabel icon={Image}>Media</SideLabel>
            </ScreenLink>
          </li>
          <li>
            <ScreenLink href={paths.adminInsights} aria-current={screen === 'insights' ? 'page' : undefined}>
              <SideLabel icon={ChartColumn}>Insights</SideLabel>
            </ScreenLink>
          </li>
          <li>
            <ScreenLink
              href={paths.adminNewsletter}
              aria-current={screen === 'newsletter' ? 'page' : undefined}
            >
              <SideLabel icon={Mail}>Newsletter</SideLabel>
            </ScreenLink>
          </li>
          <li>
            <ScreenLink href={paths.adminOutbox} aria-current={screen === 'outbox' ? 'page' : undefined}>
              <SideLabel icon={Send}>Outbox</SideLabel>
              <NewsCount of="failedMails" words="failed" />
            </ScreenLink>
          </li>
          <li>
            <ScreenLink href={paths.adminSettings} aria-current={screen === 'settings' ? 'page' : undefined}>
              <SideLabel icon={Settings}>Settings</SideLabel>
            </ScreenLink>
          </li>
          <li className="wide-only">
            <a href={paths.home}>
              <SideLabel icon={Globe}>View the site</SideLabel>
            </a>
          </li>
        </ul>
      </nav>
      <div className="admin-side-end">
        <Shortcuts />
        <ThemeSwitch />
        <form method="post" action={paths.logout}>
          <button type="submit" className="admin-side-button">
            <LogOut aria-hidden="true" />
            <span className="side-label">Sign out {username}</span>
          </button>
        </form>
      </div>
    </header>
  )
}

function SideLabel({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden="true" />
      <span className="side-label">{children}</span>
    </>
  )
}

function UnknownScreen() {
  return (
    <div className="admin-page">
      <h1>404 Page Not Found</h1>
      <p>There is nothing at this address.</p>
      <p>
        <ScreenLink className="text-link" href={paths.admin}>
          Write a post
        </ScreenLink>
      </p>
    </div>
  )
}

/** Says aloud which screen has opened, and puts its name on the browser's tab. */
function Announcer({ siteName }: { siteName: string }) {
  const { url } = useEntry()
  const [said, setSaid] = useState('')
  const openedAt = useRef(url)

  // The screen's own headline is its name, and it is there only once the screen has been drawn.
  useEffect(() => {
    const name = document.querySelector('main h1')?.textContent ?? ''
    document.title = `${name} - ${siteName}`
    // The first screen is a page that has loaded, which is said anyway.
    if (url !== openedAt.current) setSaid(name)
  }, [url, siteName])

  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  )
}
