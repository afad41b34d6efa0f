import { isoYear } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { Site } from '../../../core/contract/site.ts'
import { Logo } from '../../../core/web/site/logo.tsx'
import { liveLinks } from './site-links.ts'

export function SiteFooter({ site }: { site: Site }) {
  const { footer } = site.content
  const columns = footer.columns
    .map((column) => ({ ...column, links: liveLinks(site, column.links) }))
    .filter(({ links }) => links.length > 0)
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="footer-columns">
          <div className="footer-brand">
            <Logo site={site} />
            {footer.tagline && <p>{footer.tagline}</p>}
          </div>
          {columns.map(({ id, title, links }) => (
            <nav key={id} aria-labelledby={`footer-${id}`}>
              <h2 id={`footer-${id}`}>{title}</h2>
              <ul>
                {links.map((link) => (
                  <li key={link.id}>
                    <a href={link.to}>{link.label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="footer-end">
          <small>
            © {footer.year || isoYear(new Date(), site)} {site.name}. {footer.rights}
          </small>
          <a href={paths.login}>{footer.signIn}</a>
        </div>
      </div>
    </footer>
  )
}
