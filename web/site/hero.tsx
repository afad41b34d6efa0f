import { hero } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import { BookingLink } from './booking-link.tsx'
import { Desk } from './illustrations/desk.tsx'
import { MarkerStroke } from './illustrations/marker-stroke.tsx'

export function Hero({ site }: { site: Site }) {
  const [before, after] = hero.title.split(hero.underlined)
  return (
    <div className="hero">
      <div className="wrap hero-grid">
        <div>
          <h1>
            {before}
            <span className="marked">
              {hero.underlined}
              <MarkerStroke />
            </span>
            {after}
          </h1>
          <p className="hero-lead">{hero.lead}</p>
          <div className="hero-actions">
            <BookingLink site={site} service="get-started">
              {hero.button}
            </BookingLink>
            <a className="text-link" href={paths.services}>
              {hero.link}
            </a>
          </div>
        </div>
        <Desk />
      </div>
      <ul className="wrap audience">
        {hero.audience.map((group) => (
          <li key={group}>{group}</li>
        ))}
      </ul>
    </div>
  )
}
