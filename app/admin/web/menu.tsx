import { ChevronsUpDown, Globe, LogOut, Menu as MenuIcon, Settings } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { paths } from '../../../core/contract/paths.ts'
import { useCurrentUser } from '../../../core/web/admin/current-user.ts'
import { ScreenLink } from '../../../core/web/admin/screen-link.tsx'
import { ThemeSwitch } from '../../../core/web/admin/theme-switch.tsx'
import { ExternalLink } from '../../../core/web/ui/external-link.tsx'
import { useMedia } from '../../../core/web/ui/use-media.ts'
import { type MenuEntry, type MenuItem, type Screen, useEntries } from './menu-entries.tsx'
import { Palette } from './palette.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** From this width on, the menu is a sidebar (60rem in app/admin/web/menu.css). */
const wideWindow = '(width >= 60rem)'

/** In a narrow window, a bar at the bottom shows these entries, and a More button opens the others above the bar. */
const inBar = ['today', 'writing', 'people']

/** Links to the screens. In a wide window they form a sidebar, which shows the parts of the open entry. */
export function Menu({ screen }: { screen: Screen }) {
  const isWide = useMedia(wideWindow)
  const entries = useEntries()
  const isOpen = ({ screen: own, parts = [] }: MenuEntry) =>
    own === screen || parts.some((part) => part.screen === screen)
  if (!isWide) return <NarrowMenu entries={entries} screen={screen} isOpen={isOpen} />
  return (
    <nav aria-label="Admin" className="admin-menu">
      <Palette />
      <ul>
        {entries.map((entry) => (
          <Item key={entry.screen} item={entry} screen={screen} isOpen={isOpen(entry)}>
            {isOpen(entry) && entry.parts && (
              <ul className="admin-menu-parts">
                {entry.parts.map((part) => (
                  <Item key={part.screen} item={part} screen={screen} />
                ))}
              </ul>
            )}
          </Item>
        ))}
      </ul>
      <div className="admin-menu-end">
        <ul>
          <OtherItems screen={screen} />
        </ul>
        <UserMenu />
      </div>
    </nav>
  )
}

type NarrowMenuProps = { entries: MenuEntry[]; screen: Screen; isOpen: (entry: MenuEntry) => boolean }

function NarrowMenu({ entries, screen, isOpen }: NarrowMenuProps) {
  const { displayName } = useCurrentUser()
  const [isShown, setShown] = useState(false)
  const bar = inBar.flatMap((name) => entries.find((entry) => entry.screen === name) ?? [])
  const more = entries.flatMap((entry) => {
    const own = bar.includes(entry) ? [] : [entry]
    return [...own, ...(entry.parts ?? []).filter((part) => part.href !== entry.href)]
  })
  return (
    <nav aria-label="Admin" className="admin-menu">
      <ul>
        {bar.map((entry) => (
          <Item key={entry.screen} item={entry} screen={screen} isOpen={isOpen(entry)} />
        ))}
        <li>
          <button
            type="button"
            className="admin-menu-button"
            popoverTarget="admin-more"
            aria-expanded={isShown}
            aria-controls="admin-more"
            data-current={!bar.some(isOpen) || undefined}
          >
            <MenuIcon aria-hidden="true" />
            <span>More</span>
          </button>
        </li>
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its links do, by key or by mouse */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        id="admin-more"
        popover="auto"
        className="admin-more"
        onToggle={(event) => setShown(event.newState === 'open')}
        onClick={closeAfterLink}
      >
        <Palette />
        <ul>
          {more.map((item) => (
            <Item key={item.screen} item={item} screen={screen} />
          ))}
          <OtherItems screen={screen} />
        </ul>
        <div className="admin-menu-user">
          <UserItems name={displayName} />
        </div>
      </div>
    </nav>
  )
}

function closeAfterLink(event: MouseEvent<HTMLDivElement>) {
  if (event.target instanceof Element && event.target.closest('a')) event.currentTarget.hidePopover()
}

const OtherItems = ({ screen }: { screen: Screen }) => (
  <>
    <Item
      item={{ screen: 'settings', label: 'Settings', href: paths.adminSettings, icon: Settings }}
      screen={screen}
    />
    <li>
      <ExternalLink className="admin-menu-button" href={paths.home}>
        <Globe aria-hidden="true" />
        <span>View site</span>
      </ExternalLink>
    </li>
  </>
)

/** The user's own entries, behind a button with their name */
function UserMenu() {
  const { displayName } = useCurrentUser()
  const [isShown, setShown] = useState(false)
  return (
    <>
      <button
        type="button"
        className="admin-menu-button"
        popoverTarget="admin-user"
        aria-expanded={isShown}
        aria-controls="admin-user"
      >
        <span>{displayName}</span>
        <ChevronsUpDown aria-hidden="true" />
      </button>
      <div
        id="admin-user"
        popover="auto"
        className="admin-more admin-menu-user"
        onToggle={(event) => setShown(event.newState === 'open')}
      >
        <UserItems />
      </div>
    </>
  )
}

const UserItems = ({ name }: { name?: string }) => (
  <>
    <Shortcuts />
    <ThemeSwitch />
    <form method="post" action={paths.logout}>
      <button type="submit" className="admin-menu-button">
        <LogOut aria-hidden="true" />
        <span>Sign out {name !== undefined && <span className="admin-menu-name">{name}</span>}</span>
      </button>
    </form>
  </>
)

type ItemProps = { item: MenuItem; screen: Screen; isOpen?: boolean; children?: ReactNode }

function Item({
  item: { icon: Icon, label, href, count, ...item },
  screen,
  isOpen = false,
  children,
}: ItemProps) {
  const isCurrent = item.screen === screen
  return (
    <li>
      <ScreenLink
        className="admin-menu-button"
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        data-current={(isOpen && !isCurrent) || undefined}
      >
        <Icon aria-hidden="true" />
        <span>{label}</span>
        {count}
      </ScreenLink>
      {children}
    </li>
  )
}
