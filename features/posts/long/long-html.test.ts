import { expect, test } from 'vitest'
import { median } from '../../../tests/bench/median.ts'
import { startLoneServer } from '../../../tests/helpers/lone-server.ts'
import { sanitizePost } from '../server/rendering/sanitize.ts'
import { megabytes } from '../testing/long-html.ts'

// Long HTML must not hold up other requests, so another process sanitizes it. The server's own thread must therefore
// need less CPU time for the request than sanitizing would take.

const rounds = 5

test.each([
  { path: '/api/blog', html: 'entities', status: 201, maxRatio: 1 },
  { path: '/api/blog', html: 'picture', status: 201, maxRatio: 1 },
  { path: '/api/ai/enhance-content', html: 'pictureWithoutText', status: 400, maxRatio: 0.7 },
  { path: '/api/ai/generate-excerpt', html: 'pictureWithoutText', status: 400, maxRatio: 0.7 },
  // Choosing headings, tags, and an excerpt takes several times as long as sanitizing. If that time grew faster than
  // the length, it would be minutes.
  { path: '/api/ai/enhance-content', html: 'entities', status: 200, maxRatio: 20 },
] as const)('$path with a megabyte of $html', async ({ path, html, status, maxRatio }) => {
  const { server } = await startLoneServer()
  const cookie = await server.signIn()
  const send = async (content: string) => {
    const json = { content, ...(path === '/api/blog' && { title: 'A post' }) }
    const response = await server.send(path, { json, cookie })
    await response.text()
    return response.status
  }
  // The first run of each is not measured, because it also loads and compiles code.
  const content = megabytes[html]
  await send(content)
  sanitizePost(content)

  const times: { requests: number[]; cleaning: number[] } = { requests: [], cleaning: [] }
  for (let round = 0; round < rounds; round++) {
    times.requests.push(await measure(async () => expect(await send(content)).toBe(status)))
    times.cleaning.push(await measure(() => sanitizePost(content)))
  }
  const ratio = median(times.requests) / median(times.cleaning)
  console.log(`${path}, ${html}: ${ratio.toFixed(2)} of the time of cleaning (medians of ${rounds})`)
  expect(ratio).toBeLessThan(maxRatio)
})

/**
 * Returns the CPU time of this thread, in which the server runs, too, in microseconds. Elapsed time would depend on
 * other load on the machine.
 */
async function measure(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  return process.threadCpuUsage(before).user
}
