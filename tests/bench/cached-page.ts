import { z } from 'zod'
import { paths } from '../../core/contract/paths.ts'
import { launchApp } from './app-process.ts'
import { request, startChild } from './child-process.ts'
import { getOverWire, type WireResponse } from './http-response.ts'
import { databaseFor, longPostPath } from './long-post.ts'
import { median } from './median.ts'
import type { Bench, Row } from './row.ts'
import { findWrk, measureWithWrk } from './wrk.ts'

const rounds = 7
const secondsPerRound = 2
const connections = 32
const minRatio = 0.7

/** Measures requests per second for one page of the server on a port. */
type Measure = (port: number) => Promise<number>

/**
 * Compares the app with a bare server that sends the same headers and bytes. They are measured in turns, so that other
 * load on the machine slows down both.
 */
export const cachedPageBenches: Bench[] = [paths.home, longPostPath].map((path) => ({
  name: `cached page ${path}`,
  async measure(given) {
    const app = await launchApp({ DATABASE_URL: await databaseFor(path, given) })
    const page = await getCompressedPage(`${app.url}${path}`)
    const bare = await startBareServer(page)
    const wrk = findWrk()
    const client = wrk ? undefined : startChild('./load-generator.ts')
    const measure: Measure = (port) =>
      client
        ? request(client.child, { port, path, connections, seconds: secondsPerRound }, z.number())
        : measureWithWrk(`http://127.0.0.1:${port}${path}`, { connections, seconds: secondsPerRound })
    for (const port of [app.port, bare.port]) await measure(port)

    const pairs: Pair[] = []
    for (let round = 0; round < rounds; round++)
      pairs.push({ app: await measure(app.port), bare: await measure(bare.port) })
    await Promise.all([app.stop(), bare.stop(), client?.stop()])
    return report(path, pairs, { page, hasWrk: wrk })
  },
}))

type Pair = { app: number; bare: number }

function report(
  path: string,
  pairs: Pair[],
  { page, hasWrk }: { page: WireResponse; hasWrk: boolean },
): Row[] {
  const ratio = median(pairs.map((pair) => pair.app / pair.bare))
  const rate = (server: keyof Pair) => `${Math.round(median(pairs.map((pair) => pair[server])))} req/s`
  const client = hasWrk ? 'wrk' : 'our own client, which is the limit here; install wrk to check the bar'
  return [
    {
      what: `cached ${path} (${(page.body.length / 1000).toFixed(1)} KB brotli)`,
      measured: rate('app'),
      bar: '',
      ok: undefined,
    },
    { what: '  bare node:http, same headers and bytes', measured: rate('bare'), bar: '', ok: undefined },
    {
      what: `  ratio, median of ${pairs.length} rounds, by ${client}`,
      measured: ratio.toFixed(3),
      bar: `>= ${minRatio}`,
      ok: hasWrk ? ratio >= minRatio : undefined,
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

// Node adds these headers itself, in the app and in the bare server.
const hopHeaders = new Set(['date', 'connection', 'keep-alive'])

async function startBareServer({ headers, body }: WireResponse) {
  const { child, stop } = startChild('./bare-server.ts')
  const response = {
    headers: headers.filter(([name]) => !hopHeaders.has(name)),
    body: body.toString('base64'),
  }
  const { port } = await request(child, response, z.object({ port: z.number() }))
  return { port, stop }
}
