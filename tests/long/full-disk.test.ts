import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import { freePort, type StartedApp, startApp, startedByNode } from '../helpers/started-app.ts'

const diskMegabytes = 320
/** Space that is left for the app. Another file on the same disk fills the rest. */
const roomMegabytes = 40
const failedWrites = 400
/** For everything but the one line that each request leaves. */
const maxLogBytes = 96 * 1024
/** Ms from the moment in which there is space again. */
const maxRecovery = 30_000

const obstacle = findObstacle()
if (obstacle) console.log(`The drill with a full disk is skipped: ${obstacle}`)

test.skipIf(obstacle)(
  'a full disk: reading goes on, writing says so and loses nothing, and it ends by itself once there is space',
  async () => {
    const disk = await mountSmallDisk()
    const app = await startApp(
      {
        DATA_DIR: disk,
        PORT: String(await freePort()),
        ...adminEnvironment,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'info',
      },
      startedByNode,
    )
    await app.isReady()
    const cookie = await signIn(app.url)
    const savePost = (title: string, content: string) =>
      send(app, paths.api.blog, {
        cookie,
        json: { title, content: `<p>${content}</p>`, isPublished: true },
      })
    const cached = await slugOf(await savePost('A cached post', 'Read before'))
    const uncached: string[] = []
    for (let number = 0; number < 20; number++)
      uncached.push(await slugOf(await savePost(`Post ${number} that nobody has read`, 'Never read')))
    for (const path of [paths.home, paths.post(cached)]) expect((await send(app, path)).status).toBe(200)

    const ballast = join(disk, 'ballast')
    takeSpace(ballast, freeBytes(disk) - roomMegabytes * 1024 * 1024)
    const acknowledged: Post[] = []
    for (let full = false; !full; ) {
      const response = await savePost('A large post', randomBytes(400_000).toString('base64'))
      full = response.status !== 201
      if (full) expect(response.status).toBe(503)
      else acknowledged.push(await response.json())
    }
    expect(acknowledged.length).toBeGreaterThan(5)
    takeSpace(join(disk, 'ballast-2'), Number.POSITIVE_INFINITY)
    const names: string[] = []
    const joinWaitlist = async (name: string) => {
      const response = await send(app, paths.api.trainingWaitlist, {
        json: { name, email: 'ann@example.org' },
      })
      if (response.status === 200) names.push(name)
      else {
        expect(response.status).toBe(503)
        expect(response.headers.get('retry-after')).toBe('5')
      }
      return response.status
    }
    // Small rows may still fit into pages that have room.
    for (let number = 0, failures = 0; failures < 20; number++)
      failures = (await joinWaitlist(`Small ${number}`)) === 200 ? 0 : failures + 1
    console.log(
      `full after ${acknowledged.length} posts and ${names.length} small rows, ${freeBytes(disk)} bytes free`,
    )

    const logged = app.output().length
    for (let number = 0; number < failedWrites; number++) await joinWaitlist(`Refused ${number}`)
    for (const path of [
      paths.home,
      paths.post(cached),
      ...uncached.map(paths.post),
      paths.contact,
      '/blog?page=2',
    ])
      expect({ path, status: (await send(app, path)).status }).toEqual({ path, status: 200 })
    const form = await send(app, paths.waitlist, {
      form: { name: 'Ann Example', email: 'ann@example.org', message: 'Please come in May' },
    })
    expect(form.status).toBe(503)
    expect(form.headers.get('retry-after')).toBe('5')
    expect(await form.text()).toContain('Please come in May')
    const post = await send(app, paths.adminSimple, {
      cookie,
      form: { title: 'A long evening', author: 'Ann', content: 'Every word of it' },
    })
    expect(post.status).toBe(503)
    expect(post.headers.get('retry-after')).toBe('5')
    expect(await post.text()).toContain('>Every word of it</textarea>')
    const ready = await send(app, paths.readyz)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ reason: expect.stringContaining('is full') })
    const errorLines = app
      .output()
      .slice(logged)
      .split('\n')
      .filter((line) => !line.includes('"msg":"request"'))
    const errorBytes = errorLines.join('\n').length
    console.log(`${errorBytes} bytes of log beside a line for each of ${failedWrites} refused writes`)
    expect(errorBytes).toBeLessThan(maxLogBytes)

    for (const name of ['ballast', 'ballast-2']) rmSync(join(disk, name), { force: true })
    const freedAt = Date.now()
    await expect.poll(() => joinWaitlist('After'), { timeout: maxRecovery, interval: 100 }).toBe(200)
    console.log(`recovered after ${Date.now() - freedAt} ms`)
    await expect
      .poll(async () => (await send(app, paths.readyz)).status, { timeout: 2 * maxRecovery, interval: 500 })
      .toBe(200)

    for (const { id, content } of acknowledged) {
      const kept = await send(app, `${paths.api.post(id)}?by=id`, { cookie })
      expect((await kept.json()).content).toBe(content)
    }
    const stored: string[] = []
    let next: string | undefined = `${paths.api.trainingWaitlist}?limit=500`
    while (next) {
      const list: Response = await send(app, next, { cookie })
      stored.push(...(await list.json()).map((entry: { name: string }) => entry.name))
      next = /<([^>]+)>; rel="next"/.exec(list.headers.get('link') ?? '')?.[1]
    }
    expect(names.filter((name) => !stored.includes(name))).toEqual([])
  },
)

function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'it needs a small disk of Linux (tmpfs)'
  if (process.getuid?.() !== 0) return 'only root can mount a small disk'
  return undefined
}

async function mountSmallDisk(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=711`, 'everyday-ai-drill', folder])
  // Lazily, because Postgres may need a moment to end.
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
  // Postgres runs as another user, who has to get in.
  chmodSync(folder, 0o711)
  return folder
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Writes a file of that size, or as much of it as fits. */
function takeSpace(file: string, bytes: number): void {
  const handle = openSync(file, 'w')
  const chunk = Buffer.alloc(64 * 1024, 1)
  try {
    for (let written = 0; written < bytes; )
      written += writeSync(handle, chunk, 0, Math.min(chunk.length, bytes - written))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(handle)
  }
}

type Sent = { cookie?: string; json?: unknown; form?: Record<string, string> }

function send(app: StartedApp, path: string, { cookie, json, form }: Sent = {}): Promise<Response> {
  const headers: Record<string, string> = {
    'sec-fetch-site': 'same-origin',
    // Every writer stays below the limits of one address.
    'x-forwarded-for': `203.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  }
  if (cookie) headers.cookie = cookie
  if (json !== undefined) headers['content-type'] = 'application/json'
  if (json === undefined && form === undefined) return fetch(app.url + path, { headers })
  const body = form ? new URLSearchParams(form) : JSON.stringify(json)
  return fetch(app.url + path, { method: 'POST', headers, body })
}

async function slugOf(response: Response): Promise<string> {
  expect(response.status).toBe(201)
  return ((await response.json()) as Post).slug
}
