import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type Address, request, type Site } from './fetch-page.ts'
import { broken, type Finding } from './findings.ts'

/** Growth that is more than noise, in times and megabytes */
const growth = { times: 1.7, megabytes: 50 }

/** Requests that show whether memory grows with each of them, in rounds that each begin with an empty page cache */
export const requestsForMemory = 1000
const rounds = 10
const atOnce = 4

type Work = {
  sites: Site[]
  addresses: Address[]
  dropCaches: () => Promise<unknown>
  signal: AbortSignal
}

/** Requests the addresses from all sites in turn, many times. */
export async function requestOften({ sites, dropCaches, ...work }: Work): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await dropCaches()
    await Promise.all(sites.map((site) => requestInTurn(site, work)))
  }
}

async function requestInTurn(site: Site, { addresses, signal }: Pick<Work, 'addresses' | 'signal'>) {
  let sent = 0
  const sendInTurn = async () => {
    for (let number = sent++; number < requestsForMemory / rounds; number = sent++) {
      signal.throwIfAborted()
      const address = addresses[number % addresses.length]
      if (!address) return
      await request(site, address)
        .then((response) => response.arrayBuffer())
        .catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendInTurn))
}

/** Compares the resident memory of two processes, in megabytes, after they did the same work. */
export function compareMemory(current: number, next: number): Finding {
  const isBroken = next > growth.times * current && next - current > growth.megabytes
  const text = `takes ${Math.round(next)} MB instead of ${Math.round(current)} MB`
  return { subject: 'memory of the server', differences: isBroken ? [broken(text)] : [] }
}

export function readMemory(pid: number): number {
  const status = `/proc/${pid}/status`
  const kibibytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(kibibytes) * 1024) / 1e6
}
