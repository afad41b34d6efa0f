import type { Site } from '../../../../core/contract/site.ts'
import { sitePaths } from '../../../../features/site/contract/site-paths.ts'
import { AppButton } from '../app-button.tsx'
import { AppMark } from '../illustrations/app-mark.tsx'

export function AppsSection({ site }: { site: Site }) {
  const words = site.content.apps
  const shown = words.list.filter((app) => app.onHome)
  return (
    <section className="section section-tinted" aria-labelledby="apps-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="apps-title">{words.title}</h2>
          {words.lead && <p>{words.lead}</p>}
        </div>
        {shown.length > 0 && (
          <ul className="app-row">
            {shown.map((app) => (
              <li key={app.id} className="card app-tile">
                <AppMark app={app} />
                <div className="app-tile-name">
                  <h3>{app.name}</h3>
                  {words.badge && <span className="badge">{words.badge}</span>}
                </div>
                <p className="app-tagline">{app.tagline}</p>
                <p className="app-summary">{app.summary}</p>
                <AppButton site={site} app={app} className="btn btn-quiet" />
              </li>
            ))}
          </ul>
        )}
        <a className="btn btn-quiet" href={sitePaths.apps}>
          {words.all}
        </a>
      </div>
    </section>
  )
}
