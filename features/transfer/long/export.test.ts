import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { root } from '../../../bin/prepare.js'
import { serverFlags } from '../../../bin/start-flags.js'
import { freePort } from '../../../tests/helpers/free-port.ts'
import { readZipBytes } from '../../../tests/helpers/read-zip.ts'
import {
  type Owner,
  querySite,
  type Site,
  signInOwner,
  startSite,
} from '../../../tests/helpers/restartable-site.ts'
import { cleanEnvironment, serverOf } from '../../../tests/helpers/started-app.ts'
import { watchSite } from '../../../tests/helpers/watch-site.ts'
import type { SiteExport } from '../contract/site-export.ts'
import { transferPaths } from '../contract/transfer-paths.ts'
import { filesPerPicture, fillExportedSite } from '../testing/fill-exported-site.ts'

const large = { posts: 3000, pictures: 200, fileBytes: 500_000 }
const largeBytes = large.pictures * filesPerPicture * large.fileBytes
const maxMegabytes = 300

const readOne = async ({ send, access }: Owner, id: number): Promise<SiteExport> =>
  (await send(`/api/exports/${id}`, access)).json()

async function startExport({ send, access }: Owner): Promise<number> {
  const response = await send('/api/exports', { method: 'POST', ...access })
  expect(response.status).toBe(202)
  return ((await response.json()) as SiteExport).id
}

async function waitUntilOver(owner: Owner, id: number): Promise<SiteExport> {
  for (;;) {
    const row = await readOne(owner, id)
    if (row.finishedAt !== null) return row
    await sleep(500)
  }
}

/** Downloads an export without keeping it. Returns its size and its SHA-256. */
async function hashDownload({ send, access }: Owner, id: number) {
  const response = await send(transferPaths.exportFile(id), access)
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

test(`${large.posts} posts and ${largeBytes / 1e9} GB of images, in the app and by the command: bounded memory, and a quick site`, async () => {
  const site = await startSite()
  const app = await site.start()
  await fillExportedSite(site, large)
  const owner = await signInOwner(app)
  const watch = watchSite(() => app)
  const began = Date.now()
  const id = await startExport(owner)
  const finished = await waitUntilOver(owner, id)
  expect(finished).toMatchObject({
    state: 'finished',
    counts: { posts: large.posts, pictures: large.pictures },
  })
  const made = Date.now()
  expect(await hashDownload(owner, id)).toEqual({ bytes: finished.bytes, sha256: finished.sha256 })
  const { maxMegabytes: inApp, p99, slowest, requests, failed } = await watch.stop()
  console.log(
    `in the app: ${Math.round(inApp)} MB, ${Math.round((made - began) / 1000)} s, ${Math.round((finished.bytes ?? 0) / 1e6)} MB of zip; ${requests} requests, p99 ${p99.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  )
  const command = await exportByCommand(site)
  console.log(`by the command: ${Math.round(command.megabytes)} MB, ${command.seconds} s`)
  expect(finished.bytes).toBeGreaterThan(largeBytes)
  expect(command.bytes).toBeGreaterThan(largeBytes)
  expect(failed).toEqual([])
  expect(p99).toBeLessThan(250)
  expect(inApp).toBeLessThan(maxMegabytes)
  expect(command.megabytes).toBeLessThan(maxMegabytes)
}, 1_800_000)

/** Runs what `npm run export` runs (bin/run.js), beside the app. Returns the most memory that its process had. */
async function exportByCommand({ folder }: Site) {
  const file = join(folder, 'site.zip')
  const began = Date.now()
  const command = ['app/cli/feature-command.ts', 'features/transfer/cli/export-command.ts', file]
  const child = spawn(process.execPath, [...serverFlags, ...command], {
    cwd: root,
    env: { ...cleanEnvironment(), NODE_ENV: 'production', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  let megabytes = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    megabytes = Math.max(megabytes, (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024) / 1e6)
  }, 200)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  expect(code, said).toBe(0)
  return { megabytes, seconds: Math.round((Date.now() - began) / 1000), bytes: (await stat(file)).size }
}

const small = { posts: 600, pictures: 12, fileBytes: 300_000 }
const rounds = 2
/** Kills after which an export is given up */
const maxKills = 3

test('kill -9 at random moments: the export starts again and is whole, and nothing else is left', async () => {
  // The copy of the site has its address, so every start needs the same one.
  const site = await startSite({ PORT: String(await freePort()) })
  let app = await site.start()
  await fillExportedSite(site, small)
  // The session outlives the process.
  const owner = await signInOwner(app)
  const began = Date.now()
  const calm = await startExport(owner)
  await waitUntilOver(owner, calm)
  const duration = Date.now() - began
  const expected = await readWhole(owner, calm)
  expect(Object.keys(expected).length).toBeGreaterThan(2 * small.posts)

  /** Kills the server alone or everything, at a random moment of an attempt. Returns the progress at that moment. */
  async function killDuring(id: number, attempt: number, isServerOnly: boolean): Promise<number> {
    const isRunning = () =>
      querySite(site, `select from site_exports where id = $1 and state = 'running' and attempts = $2`, [
        id,
        attempt,
      ])
    await expect.poll(isRunning, { timeout: 150_000, interval: 100 }).toHaveLength(1)
    await sleep(Math.random() * duration * 0.7)
    const { percent } = await readOne(owner, id)
    if (isServerOnly) process.kill(serverOf(app), 'SIGKILL')
    else app.killGroup('SIGKILL')
    await app.ended
    app = await site.start()
    return percent
  }

  const killedAt: number[] = []
  for (let round = 0; round < rounds; round++) {
    const id = await startExport(owner)
    for (let attempt = 1; attempt < maxKills; attempt++)
      killedAt.push(await killDuring(id, attempt, (round + attempt) % 2 === 0))
    expect(await waitUntilOver(owner, id)).toMatchObject({ state: 'finished' })
    expect(await readWhole(owner, id)).toEqual(expected)
    await expectNoOrphans(site)
  }
  const hopeless = await startExport(owner)
  for (let attempt = 1; attempt <= maxKills; attempt++)
    killedAt.push(await killDuring(hopeless, attempt, false))
  expect(await waitUntilOver(owner, hopeless)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('interrupted several times'),
  })
  console.log(
    `a calm export takes ${Math.round(duration / 1000)} s; killed at ${killedAt.join(', ')} percent`,
  )
  await expectNoOrphans(site)

  const rows: SiteExport[] = await (await owner.send('/api/exports', owner.access)).json()
  expect(rows).toHaveLength(rounds + 2)
  for (const { id } of rows)
    expect((await owner.send(`/api/exports/${id}`, { method: 'DELETE', ...owner.access })).status).toBe(204)
  expect(await readdir(join(site.folder, 'media', 'parts'))).toEqual([])
  expect(await querySite(site, 'select from stored_parts')).toEqual([])
}, 1_800_000)

/** Downloads an export and checks every file in it. Returns the hashes of all files, which only the content decides. */
async function readWhole({ send, access }: Owner, id: number) {
  const { bytes, sha256 } = await readOne({ send, access }, id)
  const zip = Buffer.from(await (await send(transferPaths.exportFile(id), access)).arrayBuffer())
  const hashOf = (body: Buffer) => createHash('sha256').update(body).digest('hex')
  expect({ bytes: zip.length, sha256: hashOf(zip) }).toEqual({ bytes, sha256 })
  const files = await readZipBytes(zip)
  const { files: listed } = JSON.parse(files.get('site.json')?.toString() ?? '') as {
    files: Record<string, { bytes: number; sha256: string }>
  }
  files.delete('site.json')
  const found = [...files].map(([path, body]) => [path, { bytes: body.length, sha256: hashOf(body) }])
  expect(Object.fromEntries(found)).toEqual(listed)
  return listed
}

/** Expects that the media store and the database have the parts of finished exports, and nothing else. */
async function expectNoOrphans(site: Site): Promise<void> {
  const parts = await querySite<{ folder: string; number: number; sha256: string; bytes: number }>(
    site,
    'select folder, number, sha256, bytes from stored_parts order by folder, number',
  )
  const exports = await querySite<{ folder: string; bytes: string }>(
    site,
    'select folder, bytes from site_exports where folder is not null',
  )
  const sizes = new Map<string, number>()
  for (const { folder, bytes } of parts) sizes.set(folder, (sizes.get(folder) ?? 0) + bytes)
  expect(sizes).toEqual(new Map(exports.map(({ folder, bytes }) => [folder, Number(bytes)])))
  const stored: string[] = []
  const place = join(site.folder, 'media', 'parts')
  for (const folder of await readdir(place))
    for (const number of await readdir(join(place, folder)))
      stored.push(`${folder}/${number} ${(await stat(join(place, folder, number))).size}`)
  expect(stored.sort()).toEqual(
    parts.map(({ folder, number, sha256, bytes }) => `${folder}/${number}-${sha256} ${bytes}`).sort(),
  )
}
