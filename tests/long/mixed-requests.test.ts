import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import type { Post } from '../../features/posts/contract/posts.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { createSend, type Send } from '../helpers/create-send.ts'
import { readResidentMegabytes } from '../helpers/resident-memory.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import { type StartedApp, serverOf, startApp, startedByNode } from '../helpers/started-app.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'
import { createAddresses, fromNewAddresses } from '../helpers/visitor-addresses.ts'

const requests = 20_000
const parallel = 8
const posts = 120
const slowReaders = 100
/** Limit for the memory of the process (RSS) ten seconds after the last request */
const maxMegabytes = 400
/** Limit for growth after the first quarter of the requests. All code has run by then, so more would be a leak. */
const maxGrowthMegabytes = 32
/** Milliseconds. The test takes six minutes on an idle machine, and several times as long on a busy one. */
const timeout = 1_800_000

/** Code that the server preloads: on SIGUSR2, it prints the memory usage before and after a garbage collection. */
const reporter = `
  import v8 from 'node:v8'; import vm from 'node:vm'
  process.on('SIGUSR2', () => {
    const held = process.memoryUsage()
    v8.setFlagsFromString('--expose-gc')
    vm.runInNewContext('gc')()
    const live = process.memoryUsage()
    process.stdout.write(JSON.stringify({ memory: { held, live } }) + '\\n')
  })`

test(
  `${requests.toLocaleString('en-US')} mixed requests, with readers that do not read: what the process holds`,
  async () => {
    const postgres = await startTemporaryPostgres()
    onTestFinished(() => postgres.stop())
    const app = await startApp(
      {
        ...adminEnvironment,
        DATABASE_URL: postgres.connectionString,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reporter)}`,
      },
      startedByNode,
    )
    await app.isReady()
    const pid = serverOf(app)
    const cookie = await signIn(app.url)
    const send = fromNewAddresses(createSend(app.url))
    const text = '<p>A sentence of a post that someone reads slowly.</p>'.repeat(500)
    const saved: Post[] = []
    for (let number = 0; number < posts; number++)
      saved.push(await save(send, cookie, { title: `Post ${number}`, content: text, isPublished: true }))
    const readings: [string, number][] = [['before', readResidentMegabytes(pid)]]

    const slow = openSlowReaders(app)
    // There is no event for the moment when the socket buffers of these readers are full.
    await sleep(5000)
    readings.push([`with ${slowReaders} readers that do not read`, readResidentMegabytes(pid)])

    let next = 0
    const oneAfterTheOther = async () => {
      for (let number = next++; number < requests; number = next++) {
        const kind = number % 20
        const post = saved[number % posts]
        if (kind < 2 && post) {
          const content = `${text}<p>Change ${number}</p>`
          const { id, title } = post
          const { version }: Post = await (await send(`/api/blog/${id}?by=id`, { cookie })).json()
          await save(send, cookie, { id, title, version, content }).catch(() => {})
        } else if (kind < 3) await visit(send, '/api/blog?limit=100', 200)
        else if (kind < 8) await visit(send, `/nowhere-${number}`, 404)
        else if (kind < 14 && post) await visit(send, postPaths.post(post.slug), 200)
        else
          await visit(
            send,
            [paths.home, postPaths.blog, sitePaths.apps, sitePaths.waitlist][number % 4] ?? '/',
            200,
          )
        if (number % (requests / 4) === requests / 4 - 1)
          readings.push([`after ${number + 1} requests`, readResidentMegabytes(pid)])
      }
    }
    await Promise.all(Array.from({ length: parallel }, oneAfterTheOther))
    for (const reader of slow) reader.destroy()
    await sleep(10_000)
    const atEnd = readResidentMegabytes(pid)
    readings.push(['ten seconds later', atEnd])

    process.kill(pid, 'SIGUSR2')
    await expect.poll(() => app.output()).toContain('{"memory"')
    const line =
      app
        .output()
        .split('\n')
        .find((text) => text.startsWith('{"memory"')) ?? ''
    console.log(readings.map(([when, megabytes]) => `${when}: ${megabytes.toFixed(0)} MB`).join('\n'))
    for (const [name, usage] of Object.entries<Record<string, number>>(JSON.parse(line).memory))
      console.log(
        name,
        Object.entries(usage)
          .map(([what, bytes]) => `${what} ${(bytes / 1e6).toFixed(0)} MB`)
          .join(', '),
      )
    const afterQuarter = readings[2]?.[1] ?? 0
    expect(atEnd - afterQuarter).toBeLessThan(maxGrowthMegabytes)
    expect(atEnd).toBeLessThan(maxMegabytes)
  },
  timeout,
)

/** Opens requests for the longest list that visitors can get, and does not read the responses. */
function openSlowReaders(app: StartedApp) {
  const nextAddress = createAddresses()
  return Array.from({ length: slowReaders }, () => {
    const request = get(`${app.url}/api/blog?limit=100`, { headers: nextAddress() }, (response) =>
      response.pause(),
    )
    request.on('error', () => {})
    return request
  })
}

async function visit(send: Send, path: string, status: number): Promise<void> {
  const response = await send(path)
  await response.arrayBuffer()
  expect({ path, status: response.status }).toEqual({ path, status })
}

async function save(send: Send, cookie: string, post: object): Promise<Post> {
  const response = await send('/api/blog', { cookie, json: post })
  if (!response.ok) throw new Error(`saving answered ${response.status}`)
  return response.json()
}
