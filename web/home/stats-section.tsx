import type { Site } from '../../contracts/site.ts'
import { CountedLink } from '../site/counted-link.tsx'
import { figureSize } from './figure-size.ts'

export function StatsSection({ site }: { site: Site }) {
  const words = site.content.stats
  return (
    <section className="section" aria-labelledby="stats-title">
      <div className="wrap stats">
        <h2 id="stats-title">{words.title}</h2>
        {words.figures.length > 0 && (
          <ul className="stats-figures">
            {words.figures.map((figure) => (
              <li key={figure.id}>
                <b className={figureSize(figure.value)}>{figure.value}</b> <span>{figure.label}</span>
              </li>
            ))}
          </ul>
        )}
        {words.button && (
          <div className="stats-more">
            <CountedLink className="btn btn-quiet" href={site.communityUrl} service="community-help">
              {words.button}
            </CountedLink>
          </div>
        )}
      </div>
    </section>
  )
}
