import { Drawing } from './drawing.tsx'

/** Four people, a pot of tea and a plan, at a kitchen table. */
export function KitchenTable() {
  return (
    <Drawing width={660} height={436} className="people-art">
      <g className="fill">
        <path className="sage" d="M58 318V170A150 150 0 0 1 208 20h266a150 150 0 0 1 150 150v148z" />
        <path className="sun" d="M280 92a58 48 0 0 1 116 0z" />
        <path className="sheet" d="M178 68h50v50h-50z" />
        <path className="clay" d="m458 72 48 2-2 38-48-2z" />

        <path className="night" d="M64 224c-6-62 8-100 56-100s62 42 54 100z" />
        <path className="clay" d="M50 320c0-66 24-92 70-92s74 26 74 92z" />
        <ellipse className="skin-a" cx="120" cy="182" rx="33" ry="38" />

        <path className="leaf" d="M194 320c0-70 24-96 72-96s72 30 72 96z" />
        <ellipse className="skin-c" cx="264" cy="176" rx="33" ry="38" />

        <path className="sun" d="M352 320c0-66 22-92 66-92s70 26 70 92z" />
        <ellipse className="skin-b" cx="418" cy="184" rx="32" ry="37" />

        <path className="sheet" d="M490 320c0-72 26-98 74-98s74 30 74 98z" />
        <ellipse className="skin-a" cx="562" cy="174" rx="33" ry="38" />
      </g>

      <path d="M334 20v24M274 88a58 48 0 0 1 116 0zM318 88a16 15 0 0 0 32 0" />
      <path d="M172 62h50v50h-50zM180 102l14-18 11 11 7-7 8 12M452 66l48 2-2 38-48-2zM464 90c4-12 12-12 14-2 4-8 12-4 10 4" />

      <path d="M44 314c0-64 26-90 70-90s76 26 76 90M80 314c-4-22 0-34 6-42M148 314c4-22 0-34-6-42" />
      <path d="M114 140a33 38 0 1 1-.1 0" />
      <path
        className="night"
        d="M78 186c-8-60 22-72 42-68 26-4 46 18 34 62-4-18-14-26-30-28-18-2-36 8-46 34z"
      />
      <path className="face" d="M104 182v2M126 182v2M106 200c6 7 14 7 20 0" />

      <path d="M188 314c0-66 26-94 74-94s74 32 74 94M224 314c-4-22 0-36 6-44M298 314c4-22 0-36-6-44" />
      <path d="M258 134a33 38 0 1 1-.1 0" />
      <path
        className="night"
        d="M224 170c0 44 16 52 34 52s36-10 35-52c-6 16-14 22-20 22h-28c-8 0-16-8-21-22z"
      />
      <path className="face" d="M246 168v2M270 168v2" />
      <path className="smile" d="M250 203c5 4 12 4 17 0" />

      <path d="M346 314c0-64 24-90 68-90s72 26 72 90M450 314c4-22 0-34-6-42" />
      <path d="M412 144a32 37 0 1 1-.1 0" />
      <path
        className="wool"
        d="M380 186c-16-4-14-24-4-28-6-18 12-28 22-22 6-14 28-12 32 0 14-6 28 8 20 22 12 6 10 26-6 28-2-14-8-22-16-26-14 4-34 4-40-4-4 8-8 16-8 30z"
      />
      <path className="face" d="M400 186v2M424 186v2M404 203c5 5 11 5 16 0" />

      <path d="M484 314c0-70 28-96 76-96s76 32 76 96M520 314c-4-22 0-36 6-44" />
      <path d="M556 132a33 38 0 1 1-.1 0" />
      <path className="bun" d="M544 118a15 15 0 1 1 28 0" />
      <path
        className="bun"
        d="M522 170c-8-42 18-56 36-54 24-2 42 16 34 54-6-12-12-20-20-24-18 10-40 8-50 24z"
      />
      <path
        className="face"
        d="M544 176v2M568 176v2M548 194c5 6 12 6 17 0M532 174a10 9 0 1 0 22 2M560 176a10 9 0 1 0 22 0M554 174h6"
      />

      <g className="fill">
        <path className="clay" d="M352 250h56c10 20 8 52-2 66h-54c-10-14-12-46 0-66z" />
        <path className="sun" d="M206 292h30v28h-30z" />
        <path className="sage" d="M470 294h30v26h-30z" />
        <path className="sheet" d="m78 318 18-30h84l-12 30z" />
        <path className="wood" d="M-1800 318H658v30H-1800z" />
      </g>
      <path d="M346 246h58c10 20 8 54-2 68h-54c-10-14-12-48-2-68zM364 246c0-10 22-10 22 0M375 238v-4M405 262c24 0 20 38-2 38M343 282c-16-2-12-24-22-28M360 222c-6-9 6-14 0-24M382 222c-6-9 6-14 0-24" />
      <path d="M200 286h30v28h-30zM230 293c10 0 10 14 0 14M464 290h30v24h-30zM494 296c10 0 10 12 0 12" />
      <path d="m72 314 18-30h86l-12 30M98 294h54M92 302h38M546 304l40 6M566 296l20-38 8 4-20 38-10 5z" />
      <path d="M-1800 314H652v30H-1800M92 344 84 436M600 344l9 92M-1800 436H720" />
    </Drawing>
  )
}
