import { type Address, request, type Site } from './fetch-page.ts'
import { broken, type Finding } from './findings.ts'

/** A page is slower if both are exceeded: one is noise on a quick page, the other on a slow one. */
const slower = { times: 5, ms: 15 }

type Options = {
  sites: { current: Site; next: Site }
  addresses: Address[]
  /** Makes both versions render their pages again */
  dropCaches: () => Promise<unknown>
  signal: AbortSignal
}

/** Times the addresses in both versions in turn. Those that look slower are timed again before they count. */
export async function compareResponseTimes({ addresses, ...options }: Options): Promise<Finding[]> {
  const times = await measure(addresses, 3, options)
  const suspects = addresses.filter((address) => isSlower(times.get(address)))
  const again = await measure(suspects, 7, options)
  return suspects.flatMap((address) => {
    const time = again.get(address)
    if (!isSlower(time)) return []
    const text = `takes ${show(Math.min(...time.next))} instead of ${show(Math.min(...time.current))}`
    return [{ subject: subjectOf(address), differences: [broken(text)] }]
  })
}

export const subjectOf = ({ path, as, isClosed }: Address) =>
  `${path}${as === 'admin' ? ' (signed in)' : ''}${isClosed && as === 'visitor' && path.startsWith('/a') ? ' (signed out)' : ''}`

type Times = { current: number[]; next: number[] }

async function measure(addresses: Address[], rounds: number, options: Omit<Options, 'addresses'>) {
  const { sites, dropCaches, signal } = options
  const times = new Map<Address, Times>(addresses.map((address) => [address, { current: [], next: [] }]))
  for (let round = 0; round < rounds; round++) {
    await dropCaches()
    for (const [address, { current, next }] of times) {
      signal.throwIfAborted()
      current.push(await time(sites.current, address))
      next.push(await time(sites.next, address))
    }
  }
  return times
}

/** Ms for a whole response. One that fails was reported before, so it only counts as the time it took. */
async function time(site: Site, address: Address): Promise<number> {
  const start = performance.now()
  await request(site, address)
    .then((response) => response.arrayBuffer())
    .catch(() => {})
  return performance.now() - start
}

/** Compares the quickest responses, because other work on the machine only makes responses slower. */
function isSlower(times: Times | undefined): times is Times {
  if (!times) return false
  const [current, next] = [Math.min(...times.current), Math.min(...times.next)]
  return next > slower.times * current && next - current > slower.ms
}

const show = (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`)
