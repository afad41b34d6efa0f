import { isIPv6 } from 'node:net'

/** Key of one visitor: an IPv4 address, or the /64 that a provider gives to one household */
export function visitorKey(ip: string): string {
  return isIPv6(ip) && !ip.startsWith('::ffff:')
    ? `${expandedGroups(ip).slice(0, 4).join(':')}::/64`
    : plain(ip)
}

/** Key for the visitor's network: an IPv4 /24 or an IPv6 /48 */
export function networkKey(ip: string): string {
  if (isIPv6(ip) && !ip.startsWith('::ffff:')) return `${expandedGroups(ip).slice(0, 3).join(':')}::/48`
  return `${plain(ip).split('.').slice(0, 3).join('.')}.0/24`
}

const plain = (ip: string) => ip.replace(/^::ffff:/, '')

/** The eight groups of an IPv6 address without its zone, `::` filled in. */
function expandedGroups(ip: string): string[] {
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(Math.max(missing, 0)).fill('0'), ...right].map((group) =>
    Number.parseInt(group || '0', 16).toString(16),
  )
}
