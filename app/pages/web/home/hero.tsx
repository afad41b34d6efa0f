import { paths } from '../../../../core/contract/paths.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { BookingLink } from '../../../../core/web/site/booking-link.tsx'
import desk from '../../../../core/web/site/illustrations/desk.svg?drawing'
import { Drawing } from '../../../../core/web/site/illustrations/drawing.tsx'
import { resolveLink } from '../site-links.ts'

export function Hero({ site }: { site: Site }) {
  const { hero } = site.content
  const words = hero.title.split(' ')
  return (
    <div className="hero">
      <div className="wrap hero-grid">
        <div className="hero-words">
          <h1>
            <Marked text={words.slice(0, -2).join(' ')} word={hero.underlined} />{' '}
            {/* Keeps the last two words together, so that the last line never has a single word. */}
            <span className="hero-end">
              <Marked text={words.slice(-2).join(' ')} word={hero.underlined} />
            </span>
          </h1>
          <p className="hero-lead">{hero.lead}</p>
          <div className="hero-actions">
            <BookingLink site={site} service="get-started">
              {hero.button}
            </BookingLink>
            {hero.link && resolveLink(site, paths.services) && (
              <a className="text-link" href={paths.services}>
                {hero.link}
              </a>
            )}
          </div>
        </div>
        <Drawing of={desk} className="hero-art" />
      </div>
      {hero.audience.length > 0 && (
        <ul className="wrap audience">
          {hero.audience.map((group) => (
            <li key={group}>{group}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Part of the headline. If it contains the word to underline, that word gets a marker stroke. */
function Marked({ text, word }: { text: string; word: string }) {
  const found = findWord(text, word)
  if (!found) return text
  const [marked] = found
  return (
    <>
      {text.slice(0, found.index)}
      <span className="marked">
        {marked}
        <MarkerStroke />
      </span>
      {text.slice(found.index + marked.length)}
    </>
  )
}

/** A drawn marker stroke that underlines a word. It stretches to the width of the word. */
function MarkerStroke() {
  return (
    <svg className="marker" viewBox="0 0 200 22" preserveAspectRatio="none" aria-hidden="true">
      <path d="M4 15C52 6 120 4 196 8c-50-1-106 2-150 9" />
    </svg>
  )
}

/** Finds the word of the headline to underline, in upper or lower case. Returns null if it isn't in the text. */
export function findWord(text: string, word: string): RegExpExecArray | null {
  if (word === '') return null
  return new RegExp(word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu').exec(text)
}
