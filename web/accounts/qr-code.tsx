import type { TotpSetup } from '../../contracts/second-factor.ts'

/** A QR code, black on white in both themes, because scanners need that contrast. */
export function QrCode({ code: { size, path } }: { code: TotpSetup['qrCode'] }) {
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for your app">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
