import { people } from '../../content/home.ts'
import type { Site } from '../../contracts/site.ts'
import { CountedLink } from '../site/counted-link.tsx'
import { Drawing } from '../site/illustrations/drawing.tsx'
import kitchenTable from '../site/illustrations/kitchen-table.svg?drawing'

export function PeopleSection({ site }: { site: Site }) {
  return (
    <section className="people" aria-labelledby="people-title">
      <div className="wrap people-grid">
        <Drawing of={kitchenTable} className="people-art" />
        <div className="people-text">
          <h2 id="people-title">{people.title}</h2>
          <p className="lead">{people.lead}</p>
          <CountedLink className="btn" href={site.communityUrl} service="community-join">
            {people.button}
          </CountedLink>
        </div>
      </div>
    </section>
  )
}
