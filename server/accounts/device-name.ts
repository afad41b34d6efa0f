import { findBrowserFamily } from '../http/browser-family.ts'

// The first that fits. An iPad that asks for desktop pages calls itself a Macintosh, and cannot be told from one.
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
 * "Chrome on Windows", by which people know their own devices in the list of sessions; null where the header names
 * neither. Versions are left out: they change, and are of no use here.
 */
export function nameDevice(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [findBrowserFamily(userAgent), system].filter((part) => part !== undefined).join(' on ') || null
}
