import type { Site } from '../../contracts/site.ts'
import { BookingLink } from '../site/booking-link.tsx'
import appSketch from '../site/illustrations/app-sketch.svg?drawing'
import { Drawing } from '../site/illustrations/drawing.tsx'

export function AppDevelopmentSection({ site }: { site: Site }) {
  const words = site.content.appDevelopment
  return (
    <section className="band" aria-labelledby="app-development-title">
      <div className="wrap band-grid">
        <div>
          <h2 id="app-development-title">{words.title}</h2>
          <p className="band-lead">{words.lead}</p>
          {words.cost && (
            <p className="band-cost">
              {words.costLabel}
              <b>{words.cost}</b>
              {words.costNote}
            </p>
          )}
          <BookingLink site={site} service="vision-meeting">
            {words.button}
          </BookingLink>
        </div>
        <Drawing of={appSketch} />
      </div>
    </section>
  )
}
