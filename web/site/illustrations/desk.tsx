import { Drawing } from './drawing.tsx'
import { SleepingCat } from './sleeping-cat.tsx'

/** A desk at a window in the morning: lamp, books, a laptop that talks, notes on the wall. */
export function Desk() {
  return (
    <Drawing width={640} height={560} className="hero-art">
      <g className="fill">
        <path className="sage" d="M176 402V226a180 180 0 0 1 360 0v176z" />
        <circle className="sun" cx="436" cy="214" r="46" />
        <path className="moss" d="M176 350c56-46 118-40 180-8 56-44 118-52 180-16v76H176z" />
        <path className="glow" d="M56 176 4 402h190l-46-226z" />
        <path className="sun" d="M50 174a52 48 0 0 1 104 0z" />
        <path className="clay" d="M26 386h124v18H26z" />
        <path className="leaf" d="M40 368h104v18H40z" />
        <path className="sheet" d="M236 300a12 12 0 0 1 12-12h148a12 12 0 0 1 12 12v96H236z" />
        <path
          className="sage"
          d="M258 312h66a9 9 0 0 1 9 9v17a9 9 0 0 1-9 9h-46l-13 11v-11h-7a9 9 0 0 1-9-9v-17a9 9 0 0 1 9-9z"
        />
        <path
          className="sun"
          d="M344 358h40a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8h-40a8 8 0 0 1-8-8v-14a8 8 0 0 1 8-8z"
        />
        <path className="clay" d="M458 356h42v36a12 12 0 0 1-12 12h-18a12 12 0 0 1-12-12z" />
        <path className="sun" d="M566 346h58l-9 58h-40z" />
        <path
          className="leaf"
          d="M592 346c-6-52-46-62-58-58 2 36 28 54 58 58zM596 346c-4-68 26-98 46-98 8 44-14 86-46 98z"
        />
        <path className="sheet" d="m566 96 52 6-6 54-52-6z" />
        <path className="sun" d="m578 178 48-4 4 48-48 4z" />
        <path className="wood" d="M14 404h2400v26H14z" />
        <path className="sheet" d="M446 430h118v46H446z" />
      </g>
      <path className="cord" d="M96-600v722" />
      <path className="ceiling" d="M74 0h44M96 0v122" />
      <path d="M44 170a52 48 0 0 1 104 0zM80 170a16 15 0 0 0 32 0" />
      <path d="M168 402V222a180 180 0 0 1 360 0v180M348 42v242M168 222h360" />
      <path d="M18 402v-20h126v20M32 382v-18h106v18M118 364v18" />
      <path d="M228 392v-96a12 12 0 0 1 12-12h150a12 12 0 0 1 12 12v96M206 392h220a10 10 0 0 1-10 10H216a10 10 0 0 1-10-10z" />
      <path d="M254 306h68a9 9 0 0 1 9 9v19a9 9 0 0 1-9 9h-46l-14 12v-12h-8a9 9 0 0 1-9-9v-19a9 9 0 0 1 9-9zM258 318h58M258 330h36M348 366l8 8 16-18" />
      <path d="M452 350h42v40a12 12 0 0 1-12 12h-18a12 12 0 0 1-12-12zM494 360h8a12 12 0 0 1 0 26h-8M464 336c-7-10 7-16 0-28M482 336c-7-10 7-16 0-28" />
      <path d="M562 342h60l-9 60h-42zM588 342c-6-52-46-62-58-58 2 36 28 54 58 58zM592 342c-4-68 26-98 46-98 8 44-14 86-46 98zM588 342c-8-22-20-36-40-46M592 342c4-28 14-52 32-72" />
      <path d="m562 92 52 6-6 54-52-6zM572 110l30 3M571 122l20 2M570 134l26 3M574 174l48-4 4 48-48 4zM586 196l9 9 16-20" />
      <path d="M2400 402H10v26h2390M64 430 50 552M442 428v46h124v-46M494 450h20M596 430l12 122M-20 552h2440" />
      <SleepingCat x={232} y={552} />
    </Drawing>
  )
}
