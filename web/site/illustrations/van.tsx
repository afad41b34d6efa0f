import { Drawing } from './drawing.tsx'

/** Our van, with its wheels on the line 346. Part of a Drawing. */
export function Van() {
  return (
    <>
      <g className="fill">
        <path
          className="sun"
          d="M388 262a12 12 0 0 1 12-12h108c20 0 32 16 44 36l18 8a12 12 0 0 1 8 12v24H388z"
        />
        <path className="sheet" d="M504 262h8c12 0 20 10 28 24h-36z" />
      </g>
      <path d="M384 324v-66a12 12 0 0 1 12-12h108c20 0 32 16 44 36l18 8a12 12 0 0 1 8 12v22h-16M518 324h-62M414 324h-30M498 324v-66h10c12 0 22 10 30 24h-40M508 300h14" />
      <path className="night" d="M436 304a20 20 0 1 1-.1 0M540 304a20 20 0 1 1-.1 0" />
      <path d="M418 290a20 20 0 0 1 40 0zM438 264v-4M416 272l-3-3M460 272l3-3" />
    </>
  )
}

/** The van on its way, past two trees. */
export function VanOnTheRoad() {
  return (
    <Drawing width={320} height={150}>
      <g className="fill">
        <path className="moss" d="M52 36c24 0 36 28 32 56-2 22-16 32-32 32s-30-10-32-32c-4-28 8-56 32-56z" />
        <path className="leaf" d="M290 68c16 0 25 18 22 36-2 14-11 20-22 20s-20-6-22-20c-3-18 6-36 22-36z" />
      </g>
      <path d="M48 122V70M48 96l12-10M48 32c24 0 36 28 32 56-2 22-16 32-32 32s-30-10-32-32c-4-28 8-56 32-56zM286 122V92M286 64c16 0 25 18 22 36-2 14-11 20-22 20s-20-6-22-20c-3-18 6-36 22-36z" />
      <g transform="translate(-310 -222)">
        <Van />
      </g>
      <path d="M0 124h76M266 124h54" />
    </Drawing>
  )
}
