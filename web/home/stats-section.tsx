import { stats } from '../../content/home.ts'
import type { Site } from '../../contracts/site.ts'
import { CountedLink } from '../site/counted-link.tsx'

export function StatsSection({ site }: { site: Site }) {
  return (
    <section className="section" aria-labelledby="stats-title">
      <div className="wrap stats">
        <h2 id="stats-title">{stats.title}</h2>
        <ul className="stats-figures">
          {stats.figures.map((figure) => (
            <li key={figure.label}>
              <b>{figure.value}</b> <span>{figure.label}</span>
            </li>
          ))}
        </ul>
        <div className="stats-more">
          <CountedLink className="btn btn-quiet" href={site.communityUrl} service="community-help">
            {stats.button}
          </CountedLink>
        </div>
      </div>
    </section>
  )
}
