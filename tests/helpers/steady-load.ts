import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { visit } from './https-visitor.ts'
import type { ReverseProxy } from './proxies.ts'

/** Ms after which a response counts as missing */
const timeout = 15_000

/** Sends GET requests at a constant rate, no matter how long the responses take, and returns what failed. */
export async function readSteadily(
  proxy: ReverseProxy,
  addresses: string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<{ sent: number; failed: string[]; slowestMs: number }> {
  const agent = new Agent({ keepAlive: true })
  const failed: string[] = []
  let slowestMs = 0
  const read = async (path: string) => {
    const began = performance.now()
    const result = await Promise.race([
      visit(proxy, path, { agent }).then(
        ({ status, body }) => (status === 200 && body.length > 0 ? undefined : `status ${status}`),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      ),
      sleep(timeout, 'no response', { ref: false }),
    ])
    const took = performance.now() - began
    slowestMs = Math.max(slowestMs, took)
    if (result !== undefined) failed.push(`${path}: ${result} after ${took.toFixed(0)} ms`)
  }
  const began = performance.now()
  const sent: Promise<void>[] = []
  for (let number = 0; number < perSecond * seconds; number++) {
    await sleep(Math.max(0, began + (number * 1000) / perSecond - performance.now()))
    sent.push(read(addresses[number % addresses.length] ?? '/'))
  }
  await Promise.all(sent)
  agent.destroy()
  return { sent: sent.length, failed, slowestMs }
}
