import type { ReactNode } from 'react'
import { figure } from './figures.ts'

export type Tone = 'green' | 'marigold' | 'clay' | 'plum'
type Part = { key: string; count: number; tone: Tone }
type PageBar = { key: string; name: ReactNode; figures: string; parts: Part[] }

/** One bar per page, with the page's name and figures above the bar. The bars only repeat the figures. */
export function PageBars({ bars }: { bars: PageBar[] }) {
  const max = Math.max(1, ...bars.map(({ parts }) => total(parts)))
  return (
    <ul className="page-bars">
      {bars.map(({ key, name, figures, parts }) => (
        <li key={key}>
          <p>
            <span className="page-bar-name">{name}</span> <span className="page-bar-figures">{figures}</span>
          </p>
          <svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
            <rect className="page-bar-ground" width="100" height="3" />
            {parts.map((part, index) => (
              <rect
                key={part.key}
                className={`page-bar-${part.tone}`}
                x={(total(parts.slice(0, index)) / max) * 100}
                width={(part.count / max) * 100}
                height="3"
              />
            ))}
          </svg>
        </li>
      ))}
    </ul>
  )
}

export type Figure = [name: string, number: number]

export const toBar = ([name, number]: Figure): PageBar => ({
  key: name,
  name,
  figures: figure(number),
  parts: [{ key: name, tone: 'green', count: number }],
})

const total = (parts: Part[]) => parts.reduce((sum, { count }) => sum + count, 0)

export function Legend({ entries }: { entries: { name: string; tone: Tone }[] }) {
  return (
    <ul className="plot-legend" aria-hidden="true">
      {entries.map(({ name, tone }) => (
        <li key={name}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect className={`page-bar-${tone}`} width="10" height="10" rx="2" />
          </svg>{' '}
          {name}
        </li>
      ))}
    </ul>
  )
}
