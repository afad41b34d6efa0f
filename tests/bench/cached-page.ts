import { z } from 'zod'
import { paths } from '../../contracts/paths.ts'
import { launchApp } from './app-process.ts'
import { ask, startChild } from './child-process.ts'
import { getOverWire, type WireResponse } from './http-response.ts'
import { databaseFor, longPostPath } from './long-post.ts'
import { median } from './median.ts'
import type { Bench, Row } from './row.ts'

const rounds = 7
const secondsPerRound = 2
const connections = 50
const leastRatio = 0.5
/** From here on the load generator could be what limits the bare server. */
const busyClient = 0.95

/**
 * The app and a bare server that sends the same bytes, turn by turn, so that whatever else the machine does
 * meets both.
 */
export const cachedPageBenches: Bench[] = [paths.home, longPostPath].map((path) => ({
  name: `cached page ${path}`,
  async measure(given) {
    const app = await launchApp({ DATABASE_URL: await databaseFor(path, given) })
    const page = await getCompressedPage(`${app.url}${path}`)
    const bare = await startBareServer(page)
    const load = startChild('./load-generator.ts')
    const run = (port: number, seconds = secondsPerRound) =>
      ask(load.child, { port, path, connections, seconds }, result)
    for (const port of [app.port, bare.port]) await run(port)

    const pairs: { app: Result; bare: Result }[] = []
    for (let round = 0; round < rounds; round++)
      pairs.push({ app: await run(app.port), bare: await run(bare.port) })
    await Promise.all([app.stop(), bare.stop(), load.stop()])
    return report(path, pairs, page)
  },
}))

const result = z.object({ perSecond: z.number(), cpu: z.number() })
type Result = z.infer<typeof result>

function report(path: string, pairs: { app: Result; bare: Result }[], page: WireResponse): Row[] {
  const ratio = median(pairs.map((pair) => pair.app.perSecond / pair.bare.perSecond))
  const rate = (server: 'app' | 'bare') =>
    `${Math.round(median(pairs.map((pair) => pair[server].perSecond)))} req/s`
  const clientBusy = median(pairs.map((pair) => pair.bare.cpu))
  return [
    {
      what: `cached ${path} (${(page.body.length / 1000).toFixed(1)} KB brotli)`,
      measured: rate('app'),
      bar: '',
      ok: undefined,
    },
    {
      what: '  bare node:http, same bytes',
      measured: `${rate('bare')}${clientBusy > busyClient ? ' (client-bound)' : ''}`,
      bar: '',
      ok: undefined,
    },
    {
      what: `  ratio, median of ${pairs.length} rounds`,
      measured: ratio.toFixed(3),
      bar: `>= ${leastRatio}`,
      ok: ratio >= leastRatio,
    },
  ]
}

async function getCompressedPage(url: string): Promise<WireResponse> {
  const page = await getOverWire(url)
  const encoding = page.headers.find(([name]) => name === 'content-encoding')?.[1]
  if (page.status !== 200 || encoding !== 'br')
    throw new Error(`${url}: ${page.status}, encoding ${encoding}`)
  return page
}

// Node writes these itself, for the app and for the bare server.
const hopHeaders = new Set(['date', 'connection', 'keep-alive'])

async function startBareServer({ headers, body }: WireResponse) {
  const { child, stop } = startChild('./bare-server.ts')
  const order = { headers: headers.filter(([name]) => !hopHeaders.has(name)), body: body.toString('base64') }
  const { port } = await ask(child, order, z.object({ port: z.number() }))
  return { port, stop }
}
