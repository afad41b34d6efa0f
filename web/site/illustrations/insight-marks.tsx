import type { Insight } from '../../../content/insights.ts'
import { Drawing } from './drawing.tsx'

/** The picture of a carousel item, one for each kind. */
export function InsightMark({ kind }: { kind: Insight['kind'] }) {
  return (
    <Drawing width={120} height={120} className="insight-art">
      {marks[kind]}
    </Drawing>
  )
}

const marks = {
  insight: (
    <>
      <path className="sun" d="M40 62a26 26 0 1 1 46 0c-6 8-10 12-10 20H52c0-8-6-12-12-20z" />
      <path d="M36 56a26 26 0 1 1 48-4c-1 12-12 16-12 28H48c0-10-9-14-12-24zM50 92h20M53 103h14M60 80V58M52 52l8 6 8-6M60 8V2M20 22l-5-4M100 22l5-4M12 58H5M108 58h7" />
    </>
  ),
  trend: (
    <>
      <path className="clay" d="M22 88h16v24H22zM52 66h16v46H52zM82 44h16v68H82z" />
      <path d="M18 84h16v26H18zM48 62h16v48H48zM78 40h16v70H78zM6 110h108M12 58c24-4 44-18 62-40M60 18l15-2 3 15" />
    </>
  ),
  quote: (
    <>
      <path
        className="sun"
        transform="rotate(180 66 72)"
        d="M18 42h36v34c0 18-12 28-28 30l-2-10c8-2 12-8 12-16H18zM70 42h36v34c0 18-12 28-28 30l-2-10c8-2 12-8 12-16H70z"
      />
      <path
        transform="rotate(180 60 66)"
        d="M12 36h36v34c0 18-12 28-28 30l-2-10c8-2 12-8 12-16H12zM64 36h36v34c0 18-12 28-28 30l-2-10c8-2 12-8 12-16H64z"
      />
    </>
  ),
}
