import {
  FileText,
  Globe,
  ListChecks,
  LogOut,
  type LucideIcon,
  Menu as MenuIcon,
  PanelsTopLeft,
  Send,
  Settings,
  Sun,
  Users,
} from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '../../../core/contract/paths.ts'
import { useCurrentUser, useMay } from '../../../core/web/admin/current-user.ts'
import { ScreenLink } from '../../../core/web/admin/screen-link.tsx'
import { ThemeSwitch } from '../../../core/web/admin/theme-switch.tsx'
import { MailCount, NewsCount } from '../../../core/web/admin/unread-counts.tsx'
import { ExternalLink } from '../../../core/web/ui/external-link.tsx'
import { peoplePaths } from '../../../features/people/contract/people-paths.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { useFeatures } from '../../features.client.ts'
import { useStepsLeft } from './get-started/use-get-started.ts'
import { Shortcuts } from './shortcuts.tsx'

/** A screen, or the path of a feature's screen */
type Screen = string

/** From this width on, the menu is a sidebar without a "More" button (60rem in app/admin/web/menu.css). */
const wideWindow = '(width >= 60rem)'

/**
 * Links to the screens. In a wide window they form a sidebar. In a narrow window a bar at the bottom shows the first
 * three, and a More button opens the others above the bar.
 */
export function Menu({ screen }: { screen: Screen }) {
  const [isOpen, setOpen] = useState(false)
  const inMore = useMore()
  const isInMore =
    screen === 'get-started' || screen === 'outbox' || inMore.some((item) => item.screen === screen)
  return (
    <nav aria-label="Admin" className="admin-menu">
      <ul>
        <Item icon={Sun} href={paths.adminToday} isCurrent={screen === 'today'} label="Today">
          <NewsCount of="dueSteps" label="due" />
        </Item>
        <Item
          icon={FileText}
          href={paths.admin}
          isCurrent={screen === 'posts' || screen === 'review'}
          label="Posts"
        >
          <NewsCount of="guests" label="from guest authors" />
        </Item>
        <Item icon={Users} href={peoplePaths.adminPeople} isCurrent={screen === 'people'} label="People">
          <NewsCount of="people" label="new" />
        </Item>
        <li className="admin-more-item">
          <button
            type="button"
            className="admin-menu-button"
            popoverTarget="admin-more"
            aria-expanded={isOpen}
            aria-controls="admin-more"
            data-current={isInMore || undefined}
          >
            <MenuIcon aria-hidden="true" />
            <span>More</span>
          </button>
        </li>
      </ul>
      <MorePopover screen={screen} onToggle={setOpen} />
    </nav>
  )
}

/**
 * The screens that are not in the bar, and items that are not screens, such as signing out. In a wide window these are
 * the rest of the sidebar.
 */
function MorePopover({ screen, onToggle }: { screen: Screen; onToggle: (isOpen: boolean) => void }) {
  const { displayName } = useCurrentUser()
  const mayEditSite = useMay('editSite')
  const left = useStepsLeft()
  const inMore = useMore()
  const popover = useRef<HTMLDivElement>(null)

  // An open popover must not stay above the page when the window becomes wide.
  useEffect(() => {
    const wide = matchMedia(wideWindow)
    const close = () => popover.current?.hidePopover()
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])

  function closeAfterLink(event: MouseEvent<HTMLDivElement>) {
    if (event.target instanceof Element && event.target.closest('a')) popover.current?.hidePopover()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its links do, by key or by mouse
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      id="admin-more"
      ref={popover}
      popover="auto"
      className="admin-more"
      onToggle={(event) => onToggle(event.newState === 'open')}
      onClick={closeAfterLink}
    >
      <ul>
        {left > 0 && (
          <Item
            icon={ListChecks}
            href={paths.adminGetStarted}
            isCurrent={screen === 'get-started'}
            label="Get started"
          >
            <span className="news-count">
              {left}
              <span className="sr-only"> steps left</span>
            </span>
          </Item>
        )}
        <Item icon={Send} href={paths.adminOutbox} isCurrent={screen === 'outbox'} label="Outbox">
          <MailCount />
        </Item>
        {inMore.map((item) => (
          <Item
            key={item.screen}
            {...item}
            // Helpers open the part of the Site area that they may use.
            href={item.screen === 'site' && !mayEditSite ? postPaths.adminOwnPages : item.href}
            isCurrent={item.screen === screen}
          />
        ))}
        <li>
          <ExternalLink className="admin-menu-button" href={paths.home}>
            <Globe aria-hidden="true" />
            <span>View site</span>
          </ExternalLink>
        </li>
      </ul>
      <div className="admin-menu-end">
        <Shortcuts />
        <ThemeSwitch />
        <form method="post" action={paths.logout}>
          <button type="submit" className="admin-menu-button">
            <LogOut aria-hidden="true" />
            <span>
              Sign out <span className="admin-menu-name">{displayName}</span>
            </span>
          </button>
        </form>
      </div>
    </div>
  )
}

function useMore(): (Omit<ItemProps, 'isCurrent'> & { screen: Screen })[] {
  const { screens } = useFeatures()
  return [
    ...screens.map(({ path, label, icon }) => ({ screen: path, label, href: path, icon })),
    { screen: 'site', label: 'Site', href: paths.adminSite, icon: PanelsTopLeft },
    { screen: 'settings', label: 'Settings', href: paths.adminSettings, icon: Settings },
  ]
}

type ItemProps = { icon: LucideIcon; label: string; href: string; isCurrent: boolean; children?: ReactNode }

function Item({ icon: Icon, label, href, isCurrent, children }: ItemProps) {
  return (
    <li>
      <ScreenLink className="admin-menu-button" href={href} aria-current={isCurrent ? 'page' : undefined}>
        <Icon aria-hidden="true" />
        <span>{label}</span>
        {children}
      </ScreenLink>
    </li>
  )
}
