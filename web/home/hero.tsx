import { hero } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import { BookingLink } from '../site/booking-link.tsx'
import desk from '../site/illustrations/desk.svg?drawing'
import { Drawing } from '../site/illustrations/drawing.tsx'
import { MarkerStroke } from '../site/illustrations/marker-stroke.tsx'

export function Hero({ site }: { site: Site }) {
  const words = hero.title.split(' ')
  return (
    <div className="hero">
      <div className="wrap hero-grid">
        <div className="hero-words">
          <h1>
            <Marked text={words.slice(0, -2).join(' ')} />{' '}
            {/* Keeps the last two words together, so that the last line never has a single word. */}
            <span className="hero-end">
              <Marked text={words.slice(-2).join(' ')} />
            </span>
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
        <Drawing of={desk} className="hero-art" />
      </div>
      <ul className="wrap audience">
        {hero.audience.map((group) => (
          <li key={group}>{group}</li>
        ))}
      </ul>
    </div>
  )
}

/** Part of the headline. If it contains the word `hero.underlined`, that word gets a marker stroke. */
function Marked({ text }: { text: string }) {
  const [before, after] = text.split(hero.underlined)
  if (after === undefined) return text
  return (
    <>
      {before}
      <span className="marked">
        {hero.underlined}
        <MarkerStroke />
      </span>
      {after}
    </>
  )
}
