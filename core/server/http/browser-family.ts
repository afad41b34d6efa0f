// The first match counts, because most browsers also name the browser whose engine they use.
const families: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera|OPT)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
]

/** The family of browser that a `User-Agent` header names. */
export function findBrowserFamily(userAgent: string): string | undefined {
  return families.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
