import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '../../core/contract/paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { type AiFault, startFakeAi } from '../fakes/fake-ai.ts'
import { launchServer, type TestServer } from '../helpers/launch-server.ts'
import { median } from './median.ts'
import type { Bench, Row } from './row.ts'

const faults: AiFault[] = ['silent', 'stalled', 'endless', 500]
const visits = 300
const maxRatio = 2
/** Milliseconds before a failed request is repeated */
const betweenCalls = 250

/** Times of public pages, first alone and then while four users repeat requests to an AI service that fails. */
export const pagesDuringAi: Bench = {
  name: 'pages during AI',
  async measure(given) {
    const rows: Row[] = []
    for (const fault of faults) {
      const fake = await startFakeAi()
      fake.always = fault
      const server = await launchServer({
        connectionString: await given.databaseUrl(),
        env: { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: fake.url, AI_MODEL: 'fake' },
      })
      const cookie = await server.signIn()
      await visit(server)
      const quiet = await visit(server)
      const duringFaults = await whileAsking(server, cookie, () => visit(server))
      await fake.close()
      await server.close()
      const ratio = duringFaults / quiet
      rows.push({
        what: `public pages while the AI service is ${fault}`,
        measured: `${ratio.toFixed(2)} x (${duringFaults.toFixed(2)} ms, ${quiet.toFixed(2)} ms)`,
        bar: `<= ${maxRatio} x`,
        ok: ratio <= maxRatio,
      })
    }
    return rows
  },
}

/** Median time of whole responses, in milliseconds */
async function visit(server: TestServer): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < visits; number++) {
    const began = performance.now()
    const response = await server.send(number % 2 ? paths.home : postPaths.blog)
    await response.text()
    times.push(performance.now() - began)
    if (response.status !== 200) throw new Error(`a page answered ${response.status}`)
  }
  return median(times)
}

async function whileAsking<Result>(
  server: TestServer,
  cookie: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const askers = Array.from({ length: 4 }, async () => {
    while (!stop.signal.aborted) {
      const json = { topic: 'tea' }
      const init = { method: 'POST', json, cookie, signal: stop.signal }
      await server.send('/api/ai/generate-post', init).catch(() => {})
      // The pause is that of a user who clicks again. Without it, most requests would be refused right away.
      await wait(betweenCalls, undefined, { signal: stop.signal }).catch(() => {})
    }
  })
  try {
    return await act()
  } finally {
    stop.abort()
    await Promise.all(askers)
  }
}
