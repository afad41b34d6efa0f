import { people } from '../../content/home.ts'
import type { Site } from '../../contracts/site.ts'
import { ExternalLink } from '../ui/external-link.tsx'
import { KitchenTable } from './illustrations/kitchen-table.tsx'

export function PeopleSection({ site }: { site: Site }) {
  return (
    <section className="people" aria-labelledby="people-title">
      <div className="wrap people-grid">
        <KitchenTable />
        <div className="people-text">
          <h2 id="people-title">{people.title}</h2>
          <p className="lead">{people.lead}</p>
          <ExternalLink className="btn" href={site.communityUrl}>
            {people.button}
          </ExternalLink>
        </div>
      </div>
    </section>
  )
}
