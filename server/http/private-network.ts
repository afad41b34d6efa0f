import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** This machine, private networks (RFC 1918, 4193, 6598), and link-local addresses */
const ranges = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  ranges.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ranges.addSubnet(network, prefix, 'ipv6')

export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * An address of a host, if all of its addresses are on this machine or in a private network; otherwise undefined.
 * @throws Error with a code such as ENOTFOUND if the host has no address
 */
export async function findPrivateAddress(host: string): Promise<string | undefined> {
  const found = await lookup(host, { all: true })
  return found.every(({ address }) => isPrivateAddress(address)) ? found[0]?.address : undefined
}
