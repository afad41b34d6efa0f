import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { readResidentMegabytes } from './resident-memory.ts'
import { type StartedApp, serverOf } from './started-app.ts'

/** Reads pages of the site as visitors do, five times a second, and the memory of the server. */
export function watchSite(findApp: () => StartedApp) {
  const times: number[] = []
  const failed: string[] = []
  let maxMegabytes = 0
  let isPaused = false
  let isStopped = false
  const addresses = [
    paths.home,
    postPaths.blog,
    paths.rss,
    sitePaths.waitlist,
    '/2024/05/nothing-here/',
    postPaths.post('post-number-1'),
  ]
  const run = async () => {
    const open = new Set<Promise<void>>()
    for (let number = 0; !isStopped; number++) {
      await sleep(200)
      if (isPaused) continue
      const app = findApp()
      const address = addresses[number % addresses.length] ?? '/'
      const one = visit(app.url + address).catch((error: Error) => {
        if (!isPaused) failed.push(`${address}: ${error.message}`)
      })
      open.add(one)
      void one.finally(() => open.delete(one))
      if (number % 5 === 0) maxMegabytes = Math.max(maxMegabytes, readResidentMegabytes(serverOf(app)))
    }
    await Promise.all(open)
  }
  const visit = async (url: string) => {
    const began = performance.now()
    const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    await response.arrayBuffer()
    if (response.status >= 500) throw new Error(String(response.status))
    if (!isPaused) times.push(performance.now() - began)
  }
  const whenDone = run()
  onTestFinished(() => {
    isStopped = true
  })
  return {
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
    async stop() {
      isStopped = true
      await whenDone
      const sorted = times.toSorted((a, b) => a - b)
      return {
        maxMegabytes,
        failed,
        requests: sorted.length,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        slowest: sorted.at(-1) ?? 0,
      }
    },
  }
}
