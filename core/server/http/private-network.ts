import { lookup as lookUp } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** This machine and private networks (RFC 1918, 4193, 6598) */
const ranges = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  ranges.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
] as const)
  ranges.addSubnet(network, prefix, 'ipv6')

/**
 * Link-local addresses (RFC 3927, RFC 4291), also in their forms for IPv6 (RFC 4291, RFC 6052). At one of them, clouds
 * give the credentials of a machine to every program on it. Node finds the mapped form (::ffff:...) by itself.
 */
const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
linkLocal.addSubnet('::a9fe:0', 112, 'ipv6')
linkLocal.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')

const isPrivateAddress = (address: string) => isIn(ranges, address)

function isIn(list: BlockList, text: string): boolean {
  // fe80::1%eth0 names a network interface, too.
  const address = text.replace(/%.*/, '')
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Refuses a host that is written as a link-local address. `lookUpReachable` refuses the names that lead to one. */
export function refuseLinkLocal(host: string): void {
  if (isIn(linkLocal, host)) throw linkLocalError()
}

const linkLocalError = () =>
  Object.assign(new Error('a connection would go to a link-local address'), { code: 'ELINKLOCAL' })

/** Node's lookup of the addresses to connect to, without link-local ones */
export const lookUpReachable: LookupFunction = (host, options, done) => {
  lookUp(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const reachable = found.filter(({ address }) => !isIn(linkLocal, address))
    const [first] = reachable
    if (!first) done(linkLocalError(), '')
    else if (options.all) done(null, reachable)
    else done(null, first.address, first.family)
  })
}

/**
 * An address of a host, if all of its addresses are on this machine or in a private network; otherwise undefined.
 * @throws Error with a code such as ENOTFOUND if the host has no address, or ELINKLOCAL if it has only link-local ones
 */
export async function findPrivateAddress(host: string): Promise<string | undefined> {
  const found = await lookup(host, { all: true })
  const reachable = found.filter(({ address }) => !isIn(linkLocal, address))
  if (reachable.length === 0) throw linkLocalError()
  return reachable.every(({ address }) => isPrivateAddress(address)) ? reachable[0]?.address : undefined
}
