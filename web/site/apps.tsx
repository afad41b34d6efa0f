import { apps as family } from '../../content/apps.ts'
import { appsSection, footer, appsPage as words } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { Page } from '../page.ts'
import { BackHome } from './back-home.tsx'
import { BookingLink } from './booking-link.tsx'
import { CountedLink } from './counted-link.tsx'
import { AppMark } from './illustrations/app-mark.tsx'
import { Drawing } from './illustrations/drawing.tsx'
import sleepingCat from './illustrations/sleeping-cat.svg?drawing'
import { Logo } from './logo.tsx'

export const apps: Page<{ year: number }> = {
  head: () => ({ title: words.title, description: words.subtitle, canonical: paths.apps }),
  frame: 'bare',
  Body: ({ site, year }) => (
    <>
      <header className="site-header">
        <div className="wrap site-bar">
          <Logo site={site} />
          <BackHome look="button" />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="wrap apps-page">
          <div className="apps-page-head">
            <div>
              <h1>
                {site.name} {words.title}
              </h1>
              <p className="lead">{words.subtitle}</p>
            </div>
            <Drawing of={sleepingCat} />
          </div>
          <div className="app-grid">
            <ul>
              {family.map((app) => (
                <li key={app.id} className={`card app-card app-card-${app.id}`}>
                  <AppMark id={app.id} />
                  <div className="app-card-body">
                    <div className="app-card-name">
                      <h2>{app.name}</h2>
                      <span className="badge">{appsSection.badge}</span>
                    </div>
                    <p className="app-tagline">{app.tagline}</p>
                    <p>{app.text}</p>
                    <ul className="tags">
                      {app.tags.map((tag) => (
                        <li key={tag} className="tag">
                          {tag}
                        </li>
                      ))}
                    </ul>
                    <CountedLink className="btn" href={site.appUrls[app.id]} service={app.id}>
                      {app.button}
                    </CountedLink>
                  </div>
                </li>
              ))}
            </ul>
            <aside className="app-card-unsure" aria-labelledby="unsure">
              <h2 id="unsure">{words.unsure.title}</h2>
              <p>{words.unsure.text}</p>
              <BookingLink site={site} service="which-app" className="btn btn-quiet">
                {words.unsure.button}
              </BookingLink>
            </aside>
          </div>
        </div>
      </main>
      <footer className="site-footer site-footer-short">
        <div className="wrap">
          <small>
            © {year} {site.name}. {footer.rights}
          </small>
        </div>
      </footer>
    </>
  ),
}
