import { findBrowserFamily } from '../../../core/server/http/browser-family.ts'

// The first match counts. An iPad that requests desktop pages identifies as a Macintosh.
const systems: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Name of a device in the list of sessions, such as "Chrome on Windows". Null if the header contains neither a known
 * browser nor a known system. Versions are left out because they change.
 */
export function nameDevice(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [findBrowserFamily(userAgent), system].filter((part) => part !== undefined).join(' on ') || null
}
