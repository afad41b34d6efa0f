import { Drawing } from './drawing.tsx'
import { SleepingCat } from './sleeping-cat.tsx'

/** A signpost with three arms and a cat that knows none of them. */
export function Signpost() {
  return (
    <Drawing width={420} height={420}>
      <g className="fill">
        <path className="sage" d="M50 392c-40-170 40-320 170-320s210 150 170 320z" />
        <path className="wood" d="M208 40h18v352h-18z" />
        <path className="sun" d="M112 68h190l34 28-34 28H112z" />
        <path className="clay" d="M322 148H136l-32 26 32 26h186z" />
        <path className="sheet" d="M124 222h160l30 25-30 25H124z" />
      </g>
      <path d="M202 388V274M220 388V274M202 34h18M202 64V34M220 64V34M202 220v-24M220 220v-24M202 144v-24M220 144v-24" />
      <path d="M106 64h190l34 28-34 28H106zM316 144H130l-32 26 32 26h186zM118 218h160l30 25-30 25H118z" />
      <path d="M130 84h90M130 100h56M152 162h96M152 178h60M142 236h84M142 252h50M10 388h400" />
      <SleepingCat x={316} y={388} />
    </Drawing>
  )
}
