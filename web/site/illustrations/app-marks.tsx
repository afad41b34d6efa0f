import type { ReactNode } from 'react'
import type { AppId } from '../../../contracts/site.ts'
import { Drawing } from './drawing.tsx'

export function AppMark({ id }: { id: AppId }) {
  return (
    <Drawing width={64} height={64} className="app-mark">
      {marks[id]}
    </Drawing>
  )
}

const marks: Record<AppId, ReactNode> = {
  // A calendar whose hours are a honeycomb.
  beezy: (
    <>
      <path className="sun" d="M12 16h46v44H12z" />
      <path d="M8 12h46a4 4 0 0 1 4 4v36a6 6 0 0 1-6 6H10a4 4 0 0 1-4-4V14a2 2 0 0 1 2-2zM6 24h52M18 6v11M46 6v11M24 32l7-4 7 4v8l-7 4-7-4zM17 44l7-4 7 4v8M31 52v-8l7-4 7 4v8" />
    </>
  ),
  // A price tag that looks back at you.
  pricevue: (
    <>
      <path className="clay" d="M34 10h22v24L32 60 8 36z" />
      <path d="M30 6h24a3 3 0 0 1 3 3v23L31 58a3 3 0 0 1-4 0L5 36a3 3 0 0 1 0-4zM47 13a3 3 0 1 1-.1 0M16 35c8-13 22-13 30 0-8 10-22 10-30 0zM31 29a5 5 0 1 1-.1 0" />
    </>
  ),
  // Ninety of the days around the circle are planned.
  'ninety-day-plan': (
    <>
      <path className="sage" d="M34 10a25 25 0 1 1-.1 0z" />
      <path className="sun" d="M34 10a25 25 0 0 1 25 25H34z" />
      <path d="M32 6a26 26 0 1 1-.1 0M32 6v26h26M32 2v8M58 32h4M32 54v8M2 32h8M20 42l6 6 4-4" />
    </>
  ),
  // The sun over still water.
  calmpath: (
    <>
      <path className="sun" d="M16 36a18 18 0 0 1 36 0z" />
      <path className="sage" d="M6 42c10-6 16 4 26 0s16-6 28 0v18H6z" />
      <path d="M14 32a18 18 0 0 1 36 0M4 38c10-6 16 5 28 0s18-6 28 0M4 48c10-6 16 5 28 0s18-6 28 0M14 58c8-4 12 3 18 0s12-4 18 0M32 4v5M10 12l4 4M54 12l-4 4" />
    </>
  ),
  // A sheet to fill in, a head without a face.
  'adhd-assessment': (
    <>
      <path className="sheet" d="M12 10h40v52H12z" />
      <path className="leaf" d="M22 46c0-10 4-14 11-14s11 4 11 14z" />
      <circle className="sun" cx="33" cy="24" r="7" />
      <path d="M8 6h30l14 14v36a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3zM37 6v15h15M18 44c0-10 4-14 11-14s11 4 11 14zM29 14a7 7 0 1 1-.1 0M15 51h27" />
    </>
  ),
}
