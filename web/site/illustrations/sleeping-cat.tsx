/** A curled-up cat on the line y, with the middle of its back at x. Part of a Drawing. */
export function SleepingCat({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className="clay" d="M-58 0c-14-44 16-74 62-74 42 0 70 30 66 62-1 8-6 12-12 12z" />
      <path d="M-64 0c-18-44 12-78 60-78 44 0 72 32 68 64-1 10-8 14-16 14z" />
      <path
        className="clay"
        d="M-74-36c-2-10-2-20 1-26 8 2 14 6 18 10 5-1 11-1 16 0 4-5 10-8 18-10 3 8 3 18 0 27 2 22-14 35-28 35s-28-13-25-36z"
      />
      <path d="M-76-36c-3-11-3-22 0-30 9 2 16 7 20 12 5-1 11-1 16 0 4-5 11-10 20-12 3 9 3 20 0 31 2 22-14 35-29 35s-31-13-27-36zM-66-30c3 4 8 4 11 0M-42-30c3 4 8 4 11 0M-51-19l3 3 3-3" />
      <path d="M60-2C40 4 10 2-8-6c-8-4-4-16 6-12 16 6 34 8 46 4" />
    </g>
  )
}
