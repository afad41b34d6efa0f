import { Drawing } from './drawing.tsx'

/** An app in pencil: a screen, a form, an arrow from one to the other. */
export function AppSketch() {
  return (
    <Drawing width={460} height={380}>
      <g className="fill">
        <path className="sun" d="M44 30a22 22 0 0 1 22-22h120a22 22 0 0 1 22 22v60H44z" />
        <path className="sage" d="M62 112h132v54H62zM62 182h132v54H62z" />
        <path className="clay" d="M256 122h180v130H256z" />
        <path className="sun" d="m338 352 62-94 24 16-62 94-30 14z" />
      </g>
      <path d="M60 6h118a22 22 0 0 1 22 22v308a22 22 0 0 1-22 22H60a22 22 0 0 1-22-22V28A22 22 0 0 1 60 6zM38 86h162M98 22h42M58 56h60M58 70h36" />
      <path d="M56 106h132v54H56zM56 176h132v54H56zM112 124h58M112 138h34M112 194h58M112 208h42M70 252h104M70 268h70M96 332h46" />
      <path d="M84 118a14 14 0 1 1-.1 0M70 204l10 10 18-22" />
      <path d="M250 116h180v130H250zM250 142h180M262 129h1M274 129h1M286 129h1M270 226v-32M296 226v-54M322 226v-40M348 226v-62M380 170h34M380 186h34M380 202h20" />
      <path className="dashes" d="M204 60c60-30 120-20 134 44" />
      <path d="m324 92 14 14 12-16M332 346l62-94 24 16-62 94-30 14zM382 270l24 16M326 376l16-10" />
      <path className="thin" d="M228 318c20-12 30 10 48-2s22-8 34-4" />
    </Drawing>
  )
}
