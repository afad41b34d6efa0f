import { footer } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import { Logo } from './logo.tsx'

export function SiteFooter({ site }: { site: Site }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="footer-columns">
          <div className="footer-brand">
            <Logo site={site} />
            <p>{footer.tagline}</p>
          </div>
          <nav aria-labelledby="footer-services">
            <h2 id="footer-services">{footer.services.title}</h2>
            <ul>
              {footer.services.links.map((link) => (
                <li key={link}>
                  <a href={paths.services}>{link}</a>
                </li>
              ))}
            </ul>
          </nav>
          <nav aria-labelledby="footer-company">
            <h2 id="footer-company">{footer.company.title}</h2>
            <ul>
              <li>
                <a href={paths.privacyPolicy}>{footer.company.privacy}</a>
              </li>
              <li>
                <a href={paths.termsOfService}>{footer.company.terms}</a>
              </li>
            </ul>
          </nav>
        </div>
        <div className="footer-end">
          <small>
            © {footer.year} {site.name}. {footer.rights}
          </small>
          <a href={paths.login}>{footer.signIn}</a>
        </div>
      </div>
    </footer>
  )
}
