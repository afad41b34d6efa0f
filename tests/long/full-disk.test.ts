import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import type { Post } from '../../features/posts/contract/posts.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { createSend, type Send } from '../helpers/create-send.ts'
import { readAllPages } from '../helpers/read-all-pages.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import { startApp, startedByNode } from '../helpers/started-app.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { fromNewAddresses } from '../helpers/visitor-addresses.ts'

const diskMegabytes = 320
/** Space for the app to fill. A ballast file on the same disk takes the rest. */
const roomMegabytes = 40
const failedWrites = 400
/** Limit for the log while writes fail, without the one line for each request */
const maxLogBytes = 96 * 1024
/** Milliseconds after space was freed until writes must work again */
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
        ...adminEnvironment,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'info',
      },
      startedByNode,
    )
    await app.isReady()
    const send = fromNewAddresses(createSend(app.url))
    const editor = { send, cookie: await signIn(app.url) }
    const cached = await slugOf(await savePost(editor, 'A cached post', 'Read before'))
    const uncached: string[] = []
    for (let number = 0; number < 20; number++)
      uncached.push(await slugOf(await savePost(editor, `Post ${number} without a reader`, 'Never read')))
    for (const path of [paths.home, postPaths.post(cached)]) expect((await send(path)).status).toBe(200)

    const [ballast, filling] = [join(disk, 'ballast'), join(disk, 'filling')]
    takeSpace(ballast, freeBytes(disk) - roomMegabytes * 1024 * 1024)
    const acknowledged = await savePostsUntilFull(editor)
    takeSpace(filling, Number.POSITIVE_INFINITY)
    const names = await joinWaitlistUntilFull(send)
    console.log(
      `full after ${acknowledged.length} posts and ${names.length} small rows, ${freeBytes(disk)} bytes free`,
    )

    const logged = app.output().length
    for (let number = 0; number < failedWrites; number++)
      if (await joinWaitlist(send, `Refused ${number}`)) names.push(`Refused ${number}`)
    await expectPages(send, [cached, ...uncached])
    await expectRefusals(editor)
    expectShortLog(app.output().slice(logged))

    for (const file of [ballast, filling]) rmSync(file, { force: true })
    await expectRecovery(send)
    names.push('After')
    await expectKept(editor, acknowledged, names)
  },
)

type Editor = { send: Send; cookie: string }

const savePost = ({ send, cookie }: Editor, title: string, content: string) =>
  send('/api/blog', { cookie, json: { title, content: `<p>${content}</p>`, isPublished: true } })

async function savePostsUntilFull(editor: Editor): Promise<Post[]> {
  const acknowledged: Post[] = []
  for (let full = false; !full; ) {
    const response = await savePost(editor, 'A large post', randomBytes(400_000).toString('base64'))
    full = response.status !== 201
    if (full) expect(response.status).toBe(503)
    else acknowledged.push(await response.json())
  }
  expect(acknowledged.length).toBeGreaterThan(5)
  return acknowledged
}

/** Returns true if the entry was stored. Otherwise, expects a response that says so. */
async function joinWaitlist(send: Send, name: string): Promise<boolean> {
  const response = await send('/api/training-waitlist', { json: { name, email: 'ann@example.org' } })
  if (response.status === 200) return true
  await readRefusal(response)
  return false
}

/** Expects a response that asks to try again in five seconds, and returns its text. */
function readRefusal(response: Response): Promise<string> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  return response.text()
}

/** Adds entries until 20 in a row fail, because small rows may still fit into database pages that have room. */
async function joinWaitlistUntilFull(send: Send): Promise<string[]> {
  const names: string[] = []
  for (let number = 0, failures = 0; failures < 20; number++) {
    const isStored = await joinWaitlist(send, `Small ${number}`)
    if (isStored) names.push(`Small ${number}`)
    failures = isStored ? 0 : failures + 1
  }
  return names
}

async function expectPages(send: Send, slugs: string[]): Promise<void> {
  for (const path of [paths.home, ...slugs.map(postPaths.post), sitePaths.contact, '/blog?page=2'])
    expect({ path, status: (await send(path)).status }).toEqual({ path, status: 200 })
}

/** Expects that refused forms still contain what the user typed, and that the app reports that it is not ready. */
async function expectRefusals({ send, cookie }: Editor): Promise<void> {
  const entry = { name: 'Ann Example', email: 'ann@example.org', message: 'Please come in May' }
  const refused = await readRefusal(await send(sitePaths.waitlist, { form: entry }))
  expect(refused).toContain('Please come in May')
  const post = { title: 'A long evening', author: 'Ann', content: 'Every word of it' }
  const kept = await readRefusal(await send(paths.adminSimple, { cookie, form: post }))
  expect(kept).toContain('>Every word of it</textarea>')
  const ready = await send(paths.readyz)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ reason: expect.stringContaining('is full') })
}

function expectShortLog(output: string): void {
  const errorLines = output.split('\n').filter((line) => !line.includes('"msg":"request"'))
  const errorBytes = errorLines.join('\n').length
  console.log(`${errorBytes} bytes of log beside a line for each of ${failedWrites} refused writes`)
  expect(errorBytes).toBeLessThan(maxLogBytes)
}

async function expectRecovery(send: Send): Promise<void> {
  const freedAt = Date.now()
  await expect.poll(() => joinWaitlist(send, 'After'), { timeout: maxRecovery, interval: 100 }).toBe(true)
  console.log(`recovered after ${Date.now() - freedAt} ms`)
  await expect
    .poll(async () => (await send(paths.readyz)).status, { timeout: 2 * maxRecovery, interval: 500 })
    .toBe(200)
}

async function expectKept({ send, cookie }: Editor, acknowledged: Post[], names: string[]): Promise<void> {
  for (const { id, content } of acknowledged) {
    const kept = await send(`/api/blog/${id}?by=id`, { cookie })
    expect((await kept.json()).content).toBe(content)
  }
  const path = '/api/training-waitlist?limit=500'
  const stored = await readAllPages<{ name: string }>(send, path, cookie)
  expect(names.filter((name) => !stored.some((entry) => entry.name === name))).toEqual([])
}

function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'it needs a small disk of Linux (tmpfs)'
  if (process.getuid?.() !== 0) return 'only root can mount a small disk'
  return undefined
}

async function mountSmallDisk(): Promise<string> {
  const folder = await temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=711`, 'everyday-ai-drill', folder])
  // A lazy unmount does not fail if Postgres is still shutting down.
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
  // Postgres runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  return folder
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Writes a file of the given size, or as much of it as fits on the disk. */
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

async function slugOf(response: Response): Promise<string> {
  expect(response.status).toBe(201)
  return ((await response.json()) as Post).slug
}
