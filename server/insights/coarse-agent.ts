import { findBrowserFamily } from '../http/browser-family.ts'

/** Browser family and kind of device, such as `Safari, phone`, which identifies no one */
export function describeAgent(userAgent: string): string {
  const family = findBrowserFamily(userAgent) ?? 'Other'
  return `${family}, ${describeDevice(userAgent)}`
}

function describeDevice(userAgent: string): string {
  if (/\b(iPad|Tablet)\b/.test(userAgent)) return 'tablet'
  if (/\b(iPhone|Mobile)\b/.test(userAgent)) return 'phone'
  return /\bAndroid\b/.test(userAgent) ? 'tablet' : 'computer'
}
