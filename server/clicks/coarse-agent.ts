// The first that fits: most browsers also name the one whose engine they have.
const families: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera|OPT)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
]

/** Family of browser and kind of device, for example `Safari, phone`: what many thousands share. */
export function describeAgent(userAgent: string): string {
  const family = families.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Other'
  return `${family}, ${describeDevice(userAgent)}`
}

function describeDevice(userAgent: string): string {
  if (/\b(iPad|Tablet)\b/.test(userAgent)) return 'tablet'
  if (/\b(iPhone|Mobile)\b/.test(userAgent)) return 'phone'
  return /\bAndroid\b/.test(userAgent) ? 'tablet' : 'computer'
}
