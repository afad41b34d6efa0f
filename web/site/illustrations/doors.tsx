import { Drawing } from './drawing.tsx'

/** INFORM: a door is ajar, and light falls out. */
export function OpenDoor() {
  return (
    <Drawing width={384} height={210}>
      <g className="fill">
        <path className="floor" d="M-80 190h560v520H-80z" />
        <path className="sun" d="M160 192V92a46 46 0 0 1 92 0v100z" />
        <path className="glow" d="M160 192h92l54 18H108z" />
        <path className="sheet" d="M160 192V48c-30 2-54 12-56 40v120z" />
        <path className="leaf" d="M292 172h70v18h-70z" />
        <path className="clay" d="M300 154h56v18h-56z" />
        <path className="sheet" d="m298 138 58-4 2 20h-60z" />
        <path className="wood" d="M30 118h52v74H30z" />
      </g>
      <path d="M154 190V88a46 46 0 0 1 92 0v102M154 42v148l-56 18V84c2-26 26-38 56-42zM112 128v12" />
      <path d="M200 42v38M188 98a12 12 0 1 1 24 0c0 6-5 8-5 14h-14c0-6-5-8-5-14zM195 120h10M176 98h-8M232 98h-8M184 80l-5-5M216 80l5-5" />
      <path d="M286 190v-18h72v18M294 172v-18h58v18M292 154v-20h58v20M340 134v20M24 190v-76h54v76M36 132h30M36 146h30M36 160h18" />
      <path d="M-80 190H98M154 190h320" />
    </Drawing>
  )
}

/** PLAN: a path with four stops that ends at a door on the hill. */
export function PathWithStops() {
  return (
    <Drawing width={384} height={210}>
      <g className="fill">
        <path className="moss" d="M-80 700v-536c90-44 160-30 232-36 72-8 90-40 150-40s90 10 170 26v586z" />
        <path className="sun" d="M300 94V58a22 22 0 0 1 44 0v36z" />
        <circle className="sheet" cx="28" cy="182" r="17" />
        <circle className="sheet" cx="108" cy="152" r="17" />
        <circle className="sheet" cx="192" cy="178" r="17" />
        <circle className="sheet" cx="262" cy="134" r="17" />
        <path className="clay" d="m347 14 34 12-34 14z" />
      </g>
      <path d="M-80 158c90-44 158-30 230-36 72-8 86-38 146-38s100 10 180 26" />
      <path
        className="dashes"
        d="M42 168c14-24 30-26 48-24M122 144c20 4 24 30 52 28M203 162c8-22 20-34 40-36M272 116c6-14 22-12 44-24"
      />
      <path d="M296 84V54a22 22 0 0 1 44 0v32M330 70v6M342 52V10l34 12-34 14" />
      <path d="M24 162a17 17 0 1 1-.1 0M104 132a17 17 0 1 1-.1 0M188 158a17 17 0 1 1-.1 0M258 114a17 17 0 1 1-.1 0" />
      <path
        className="thin"
        d="m21 174 5-4v18M98 146c2-7 13-5 11 3-1 3-7 7-11 10h12M183 170c4-5 12-2 10 4-1 2-3 3-5 3 7 0 8 9 2 10-3 1-6-1-8-3M262 140v-19l-11 13h14"
      />
    </Drawing>
  )
}

/** INTEGRATE: the inbox, the app and the chart, joined through an open door. */
export function JoinedTools() {
  return (
    <Drawing width={384} height={210}>
      <g className="fill">
        <path className="floor" d="M-80 190h560v520H-80z" />
        <path className="sheet" d="M140 192V86a56 56 0 0 1 112 0v106z" />
        <path className="sage" d="M160 96h74v62h-74z" />
        <path className="sun" d="M24 92h78v58H24z" />
        <path className="clay" d="M292 84h72v66h-72z" />
      </g>
      <path d="M134 190V82a56 56 0 0 1 112 0v108M-80 190h560" />
      <path d="M154 92h72a6 6 0 0 1 6 6v52a6 6 0 0 1-6 6h-72a6 6 0 0 1-6-6V98a6 6 0 0 1 6-6zM148 108h84M158 100h1M166 100h1M162 122h30M162 134h56M162 146h20M180 156v14M200 156v14M168 170h44" />
      <path d="M18 88h78v58H18zM18 88l39 32 39-32M18 146l28-30M96 146l-28-30" />
      <path d="M286 80h74v66h-74zM300 132v-18M316 132v-32M332 132v-24M348 132V92" />
      <path d="M57 146v22c0 14 20 14 26 4s14-14 28-6c10 6 14-40 26-42h11M323 146v18c0 16-22 16-28 4s-16-10-24-4c-10 8-14-34-28-34h-11" />
    </Drawing>
  )
}
