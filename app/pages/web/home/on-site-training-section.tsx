import type { Site } from '../../../../core/contract/site.ts'
import { Island } from '../../../../core/web/island.tsx'
import { BookingLink } from '../../../../core/web/site/booking-link.tsx'
import { Drawing } from '../../../../core/web/site/illustrations/drawing.tsx'
import street from '../../../../core/web/site/illustrations/street.svg?drawing'
import { figureSize } from './figure-size.ts'
import { WaitlistDialog } from './waitlist-dialog.tsx'

export function OnSiteTrainingSection({ site }: { site: Site }) {
  const { onSiteTraining: words, waitlist } = site.content
  return (
    <section className="on-site" id="on-site-training" aria-labelledby="on-site-title">
      <div className="wrap on-site-grid">
        <div className="on-site-text">
          <h2 id="on-site-title">{words.title}</h2>
          <p className="lead">{words.lead}</p>
          <div className="on-site-actions">
            <BookingLink site={site} service="on-site-training">
              {words.book}
            </BookingLink>
            <Island
              of={WaitlistDialog}
              name="WaitlistDialog"
              props={{ label: words.waitlist, words: waitlist }}
              when="interaction"
            />
          </div>
        </div>
        <div className="on-site-facts">
          {words.topics.length > 0 && (
            <ul className="on-site-topics">
              {words.topics.map((topic) => (
                <li key={topic}>{topic}</li>
              ))}
            </ul>
          )}
          {words.figure.value && (
            <p className="on-site-figure">
              <b className={figureSize(words.figure.value)}>{words.figure.value}</b> {words.figure.label}
            </p>
          )}
        </div>
        <Drawing of={street} className="street-art" />
      </div>
    </section>
  )
}
