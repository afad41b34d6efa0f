import type { Site } from '../../contracts/site.ts'
import { CountedLink } from '../site/counted-link.tsx'
import { Drawing } from '../site/illustrations/drawing.tsx'
import kitchenTable from '../site/illustrations/kitchen-table.svg?drawing'

export function CommunitySection({ site }: { site: Site }) {
  const words = site.content.community
  return (
    <section className="people" aria-labelledby="people-title">
      <div className="wrap people-grid">
        <Drawing of={kitchenTable} className="people-art" />
        <div className="people-text">
          <h2 id="people-title">{words.title}</h2>
          <p className="lead">{words.lead}</p>
          <CountedLink className="btn" href={site.communityUrl} service="community-join">
            {words.button}
          </CountedLink>
        </div>
      </div>
    </section>
  )
}
