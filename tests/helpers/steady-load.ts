import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { visit } from './https-visitor.ts'
import type { ReverseProxy } from './proxies.ts'

/** Ms after which a response counts as missing */
const timeout = 15_000

export type Load = { sent: number; failed: string[]; slowestMs: number }

/** Sends GET requests at a constant rate for some seconds. */
export async function readSteadily(
  proxy: ReverseProxy,
  addresses: string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Load> {
  return startReading(proxy, addresses, perSecond, perSecond * seconds).whenDone
}

/**
 * Sends GET requests at a constant rate, no matter how long the responses take, until it is stopped or has sent `max`.
 * Collects what failed.
 */
export function startReading(
  proxy: ReverseProxy,
  addresses: string[],
  perSecond: number,
  max = Number.POSITIVE_INFINITY,
): { whenDone: Promise<Load>; stop(): Promise<Load> } {
  const agent = new Agent({ keepAlive: true })
  const failed: string[] = []
  let slowestMs = 0
  let isStopped = false
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
  const run = async (): Promise<Load> => {
    const began = performance.now()
    const sent: Promise<void>[] = []
    while (!isStopped && sent.length < max) {
      await sleep(Math.max(0, began + (sent.length * 1000) / perSecond - performance.now()))
      sent.push(read(addresses[sent.length % addresses.length] ?? '/'))
    }
    await Promise.all(sent)
    agent.destroy()
    return { sent: sent.length, failed, slowestMs }
  }
  const whenDone = run()
  return {
    whenDone,
    stop() {
      isStopped = true
      return whenDone
    },
  }
}
