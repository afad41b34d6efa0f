import { header } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import { BookingLink } from './booking-link.tsx'
import { Logo } from './logo.tsx'

/**
 * On a narrow screen the navigation is a popover: the browser opens it, closes it with Esc or a click
 * elsewhere, and announces it to assistive technology, all without script. On a wide screen it is in the bar. `here` is
 * the path of the current page.
 */
export function SiteHeader({ site, here }: { site: Site; here: string | undefined }) {
  return (
    <header className="site-header">
      <div className="wrap site-bar">
        <Logo site={site} />
        <button type="button" className="menu-button" popoverTarget="site-menu">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 7.500c6-.8 12-.2 18 0M3 16.500c6 .6 9 .2 13 0" />
          </svg>
          {header.menu}
        </button>
        <nav className="site-nav" id="site-menu" popover="auto" aria-label="Main">
          <ul>
            <li>
              <a href={paths.services}>{header.services}</a>
            </li>
            <li>
              <a href={paths.apps}>{header.apps}</a>
            </li>
            <li>
              <a href={paths.blog} aria-current={here === paths.blog ? 'page' : undefined}>
                {header.blog}
              </a>
            </li>
            <li>
              <a href={paths.waitlist} aria-current={here === paths.waitlist ? 'page' : undefined}>
                {header.waitlist}
              </a>
            </li>
            <li>
              <BookingLink site={site} service="header">
                {header.book}
              </BookingLink>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  )
}
