import { apps } from '../../content/apps.ts'
import { appsSection as words } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import { CountedLink } from '../site/counted-link.tsx'
import { AppMark } from '../site/illustrations/app-mark.tsx'

/** The home page leaves out the specialized ADHD assessment; the apps page shows all five apps. */
const shown = apps.filter((app) => app.id !== 'adhd-assessment')

export function AppsSection({ site }: { site: Site }) {
  return (
    <section className="section section-tinted" aria-labelledby="apps-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="apps-title">{words.title}</h2>
          <p>{words.lead}</p>
        </div>
        <ul className="app-row">
          {shown.map((app) => (
            <li key={app.id} className="card app-tile">
              <AppMark id={app.id} />
              <h3>{app.name}</h3>
              <span className="badge">{words.badge}</span>
              <p className="app-tagline">{app.tagline}</p>
              <p className="app-summary">{app.summary}</p>
              <CountedLink className="btn btn-quiet" href={site.appUrls[app.id]} service={app.id}>
                {app.button}
              </CountedLink>
            </li>
          ))}
        </ul>
        <a className="btn btn-quiet" href={paths.apps}>
          {words.all}
        </a>
      </div>
    </section>
  )
}
