import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { App } from '../app.ts'
import { handleErrors } from '../error-handler.ts'
import { refuseWhenOverloaded } from './overload.ts'

let app: App

afterEach(() => app.close())

async function start(limits: { sampleInterval: number; maxEventLoopDelay: number }) {
  app = fastify() as unknown as App
  handleErrors(app, async (_request, reply, problem) => reply.send(problem.title))
  await refuseWhenOverloaded(app, limits)
  app.get('/api/any', async () => 'answered')
  await app.ready()
  return () => app.inject('/api/any')
}

/** Holds up the event loop, as hard work or a machine that stands still does. */
function holdUp(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('refuses while turn after turn takes too long, and says when to come again', async () => {
  const ask = await start({ sampleInterval: 300, maxEventLoopDelay: 40 })
  expect((await ask()).statusCode).toBe(200)

  await expect
    .poll(
      async () => {
        for (let turn = 0; turn < 6; turn++) {
          holdUp(80)
          await sleep(1)
        }
        const { statusCode, headers, body } = await ask()
        return { statusCode, after: headers['retry-after'], busy: body.includes('Very busy') }
      },
      { interval: 1, timeout: 10_000 },
    )
    .toEqual({ statusCode: 503, after: '1', busy: true })

  await expect.poll(async () => (await ask()).statusCode, { timeout: 10_000 }).toBe(200)
})

test('answers after a pause that has left nothing to measure', async () => {
  const ask = await start({ sampleInterval: 200, maxEventLoopDelay: 40 })
  for (let pause = 0; pause < 20; pause++) {
    holdUp(450)
    // The plugin's timer comes first, and finds no turn that has ended.
    await sleep(1)
    if (app.memoryUsage().eventLoopDelay === Number.POSITIVE_INFINITY) break
  }
  expect(app.memoryUsage().eventLoopDelay).toBe(Number.POSITIVE_INFINITY)
  expect((await ask()).statusCode).toBe(200)
})
