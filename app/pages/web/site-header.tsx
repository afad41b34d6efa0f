import type { Site } from '../../../core/contract/site.ts'
import { BookingLink } from '../../../core/web/site/booking-link.tsx'
import { Logo } from '../../../core/web/site/logo.tsx'
import { liveLinks } from './site-links.ts'

/**
 * Header of the public pages. In a narrow window the navigation is a native popover, which opens and closes without
 * JavaScript and is accessible. In a wide window the links are in the bar. `here` is the path of the current page.
 */
export function SiteHeader({ site, here }: { site: Site; here: string | undefined }) {
  const { menu } = site.content
  return (
    <header className="site-header">
      <div className="wrap site-bar">
        <Logo site={site} />
        <button type="button" className="menu-button" popoverTarget="site-menu">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 7.500c6-.8 12-.2 18 0M3 16.500c6 .6 9 .2 13 0" />
          </svg>
          {menu.menu}
        </button>
        <nav className="site-nav" id="site-menu" popover="auto" aria-label="Main">
          <ul>
            {liveLinks(site, menu.links).map(({ id, label, to }) => (
              <li key={id}>
                <a href={to} aria-current={here === to ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
            <li>
              <BookingLink site={site} service="header">
                {menu.book}
              </BookingLink>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  )
}
