import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { App } from '../app.ts'
import { handleErrors } from '../error-handler.ts'
import { PageCache } from '../page-cache/page-cache.ts'
import { createCachedPageServer, type ServeCachedPage } from '../page-cache/serve-cached-page.ts'
import { refuseWhenOverloaded } from './overload.ts'

let app: App

afterEach(() => app.close())

async function start(
  limits: { sampleInterval: number; maxEventLoopDelay: number },
  serveCachedPage: ServeCachedPage = () => false,
) {
  app = fastify({
    serverFactory: (handle) =>
      createServer((request, response) => {
        if (!serveCachedPage(request, response)) handle(request, response)
      }),
  }) as unknown as App
  handleErrors(app, async (_request, reply, problem) => reply.send(problem.title))
  await refuseWhenOverloaded(app, limits)
  app.get('/api/any', async () => 'answered')
  await app.ready()
  return () => app.inject('/api/any')
}

/** Blocks the event loop, as a long computation or a suspended machine does. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Blocks six turns of the event loop for longer than `maxEventLoopDelay` in these tests. */
async function blockSixTurns(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    block(80)
    await sleep(1)
  }
}

test('refuses while turn after turn takes too long, and says when to come again', async () => {
  const ask = await start({ sampleInterval: 300, maxEventLoopDelay: 40 })
  expect((await ask()).statusCode).toBe(200)

  await expect
    .poll(
      async () => {
        await blockSixTurns()
        const { statusCode, headers, body } = await ask()
        return { statusCode, after: headers['retry-after'], busy: body.includes('Very busy') }
      },
      { interval: 1 },
    )
    .toEqual({ statusCode: 503, after: '1', busy: true })

  await expect.poll(async () => (await ask()).statusCode).toBe(200)
})

test('serves cached pages while it refuses everything else', async () => {
  const cache = new PageCache({
    maxBytes: 10_000,
    maxAge: 60_000,
    isOutage: () => false,
    onLateFailure: () => {},
  })
  await cache.get('/', async () => ({ status: 200, contentType: 'text/html', body: 'cached', tags: [] }))
  const serveCachedPage = createCachedPageServer({
    cache,
    readiness: { ready: true, draining: false },
    log: pino({ level: 'silent' }),
    headers: { page: {}, file: {} },
    countVisit: () => {},
  })
  await start({ sampleInterval: 300, maxEventLoopDelay: 40 }, serveCachedPage)
  const url = await app.listen()
  const statusOf = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'identity' } })).status

  await expect
    .poll(
      async () => {
        await blockSixTurns()
        return Promise.all([statusOf('/api/any'), statusOf('/')])
      },
      { interval: 1 },
    )
    .toEqual([503, 200])
})

test('answers after a pause that has left nothing to measure', async () => {
  const ask = await start({ sampleInterval: 200, maxEventLoopDelay: 40 })
  for (let pause = 0; pause < 20; pause++) {
    block(450)
    // The plugin's timer fires before any turn of the event loop is complete, so there is nothing to measure.
    await sleep(1)
    if (app.memoryUsage().eventLoopDelay === Number.POSITIVE_INFINITY) break
  }
  expect(app.memoryUsage().eventLoopDelay).toBe(Number.POSITIVE_INFINITY)
  expect((await ask()).statusCode).toBe(200)
})
