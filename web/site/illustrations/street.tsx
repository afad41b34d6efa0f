import { Drawing } from './drawing.tsx'
import { Van } from './van.tsx'

/**
 * A shop, a church, a house with a heart over the door, and our van in front of them. The street goes on
 * on both sides of the drawing, where the page has room for it.
 */
export function Street() {
  return (
    <Drawing width={640} height={360} className="street-art">
      <g className="fill">
        <path className="sheet" d="M36 150h152v164H36z" />
        <path
          className="clay"
          d="M28 150h168v30a14 14 0 0 1-28 0 14 14 0 0 1-28 0 14 14 0 0 1-28 0 14 14 0 0 1-28 0 14 14 0 0 1-28 0 14 14 0 0 1-28 0z"
        />
        <path className="leaf" d="M56 220h46v94H56z" />
        <path className="sun" d="M118 220h54v50h-54z" />
        <path className="sheet" d="M232 314V190l70-60 70 60v124z" />
        <path className="clay" d="M276 150V80l28-36 28 36v70z" />
        <path className="leaf" d="M280 314v-54a24 24 0 0 1 48 0v54z" />
        <path className="sheet" d="M416 314V196h150v118z" />
        <path className="leaf" d="M402 200l90-68 90 68z" />
        <path className="moss" d="M612 234c26 0 38 22 34 44-2 20-18 28-34 28s-32-8-34-28c-4-22 8-44 34-44z" />
        <path
          className="moss"
          d="M-30 214c24 0 38 30 34 62-2 24-18 36-34 36s-32-12-34-36c-4-32 10-62 34-62z"
        />
        <path className="sheet" d="M770 314V226h180v88z" />
        <path className="clay" d="m756 228 106-50 106 50z" />
        <path className="leaf" d="M842 314v-40a20 20 0 0 1 40 0v40z" />
        <path
          className="moss"
          d="M712 226c22 0 34 26 30 52-2 20-14 30-30 30s-28-10-30-30c-4-26 8-52 30-52zM1022 206c24 0 38 30 34 62-2 26-18 44-34 44s-32-18-34-44c-4-32 10-62 34-62z"
        />
      </g>
      <path d="M-34 310v-56M-34 282l-14-12M-34 208c24 0 38 30 34 62-2 24-18 36-34 36s-32-12-34-36c-4-32 10-62 34-62z" />
      <path d="m750 222 106-50 106 50zM766 222v88M946 222v88M796 222v88M916 222v88M836 310v-40a20 20 0 0 1 40 0v40M856 252v58M846 204a10 10 0 1 0 20 0 10 10 0 1 0-20 0" />
      <path d="M706 310v-56M706 220c22 0 34 26 30 52-2 20-14 32-30 32s-28-12-30-32c-4-26 8-52 30-52zM1016 310v-62M1016 276l14-12M1016 200c24 0 38 30 34 62-2 26-18 44-34 44s-32-18-34-44c-4-32 10-62 34-62z" />
      <path d="M32 180v130M184 180v130M24 146h168v28a14 14 0 0 1-28 0 14 14 0 0 1-28 0 14 14 0 0 1-28 0 14 14 0 0 1-28 0 14 14 0 0 1-28 0 14 14 0 0 1-28 0zM32 146v-24h152v24M52 310v-94h46v94M88 262v6M114 216h54v50h-54zM114 241h54M68 134h80" />
      <path d="M228 310V186l70-60 70 60v124M270 150V78l28-36 28 36v72M298 42V14M288 24h20M276 310v-54a24 24 0 0 1 48 0v54M300 232v78M298 92a12 12 0 1 1-.1 0M246 226v32M350 226v32" />
      <path d="M412 250v-58M562 192v56M396 196l92-70 92 70M488 152c-10-16-30-2-16 14l16 14 16-14c14-16-6-30-16-14z" />
      <path d="M608 310v-50M608 284l14-12M608 228c26 0 38 22 34 44-2 20-18 30-34 30s-32-10-34-30c-4-22 8-44 34-44z" />
      <Van />
      <path d="M-1200 310H384M580 310H2200M-1200 346H2200" />
    </Drawing>
  )
}
