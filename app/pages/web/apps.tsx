import type { Page } from '../../../core/web/page.ts'
import { BackHome } from '../../../core/web/site/back-home.tsx'
import { BookingLink } from '../../../core/web/site/booking-link.tsx'
import { Drawing } from '../../../core/web/site/illustrations/drawing.tsx'
import sleepingCat from '../../../core/web/site/illustrations/sleeping-cat.svg?drawing'
import { Logo } from '../../../core/web/site/logo.tsx'
import { sitePaths } from '../../../features/site/contract/site-paths.ts'
import { AppButton } from './app-button.tsx'
import { AppMark } from './illustrations/app-mark.tsx'

export const apps: Page<{ year: number }> = {
  head: ({ site: { content } }) => ({
    title: content.appsPage.title,
    description: content.appsPage.subtitle,
    canonical: sitePaths.apps,
  }),
  frame: 'bare',
  Body: ({ site, site: { content }, year }) => (
    <>
      <header className="site-header">
        <div className="wrap site-bar">
          <Logo site={site} />
          <BackHome site={site} look="button" />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="wrap apps-page">
          <div className="apps-page-head">
            <div>
              <h1>
                {site.name} {content.appsPage.title}
              </h1>
              <p className="lead">{content.appsPage.subtitle}</p>
            </div>
            <Drawing of={sleepingCat} />
          </div>
          <div className="app-grid">
            <ul>
              {content.apps.list.map((app) => (
                <li key={app.id} className={`card app-card app-card-${app.mark}`}>
                  <AppMark app={app} />
                  <div className="app-card-body">
                    <div className="app-card-name">
                      <h2>{app.name}</h2>
                      {content.apps.badge && <span className="badge">{content.apps.badge}</span>}
                    </div>
                    <p className="app-tagline">{app.tagline}</p>
                    <p>{app.text}</p>
                    {app.tags.length > 0 && (
                      <ul className="tags">
                        {app.tags.map((tag) => (
                          <li key={tag} className="tag">
                            {tag}
                          </li>
                        ))}
                      </ul>
                    )}
                    <AppButton site={site} app={app} className="btn" />
                  </div>
                </li>
              ))}
            </ul>
            <aside className="app-card-unsure" aria-labelledby="unsure">
              <h2 id="unsure">{content.appsPage.unsure.title}</h2>
              <p>{content.appsPage.unsure.text}</p>
              <BookingLink site={site} service="which-app" className="btn btn-quiet">
                {content.appsPage.unsure.button}
              </BookingLink>
            </aside>
          </div>
        </div>
      </main>
      <footer className="site-footer site-footer-short">
        <div className="wrap">
          <small>
            © {year} {site.name}. {content.footer.rights}
          </small>
        </div>
      </footer>
    </>
  ),
}
