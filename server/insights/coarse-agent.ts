import { findBrowserFamily } from '../http/browser-family.ts'

/** Family of browser and kind of device, for example `Safari, phone`: what many thousands share. */
export function describeAgent(userAgent: string): string {
  const family = findBrowserFamily(userAgent) ?? 'Other'
  return `${family}, ${describeDevice(userAgent)}`
}

function describeDevice(userAgent: string): string {
  if (/\b(iPad|Tablet)\b/.test(userAgent)) return 'tablet'
  if (/\b(iPhone|Mobile)\b/.test(userAgent)) return 'phone'
  return /\bAndroid\b/.test(userAgent) ? 'tablet' : 'computer'
}
