import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { median } from '../../../tests/bench/median.ts'
import { readResidentMegabytes } from '../../../tests/helpers/resident-memory.ts'
import { type Owner, signInOwner, startSite } from '../../../tests/helpers/restartable-site.ts'
import { type StartedApp, serverOf } from '../../../tests/helpers/started-app.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import type { SiteImport } from '../contract/imports.ts'
import { sendParts } from '../testing/import-site.ts'
import { writeZip } from '../testing/zip.ts'

const head = '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>'
const version = '<wp:wxr_version>1.2</wp:wxr_version>'
const tail = '</item></channel></rss>'

/** 930 MB: one item with 31 attributes of 30 MB each */
function* hugeAttributes(): Generator<string> {
  const megabyte = 'x'.repeat(1_000_000)
  yield `${head}${version}<item>`
  for (let tag = 0; tag < 31; tag++) {
    yield '<a x="'
    for (let count = 0; count < 30; count++) yield megabyte
    yield '"></a>'
  }
  yield tail
}

/** 3 million attributes in one tag */
function* manyAttributes(): Generator<string> {
  yield `${head}${version}<item`
  for (let start = 0; start < 3_000_000; start += 10_000)
    yield Array.from({ length: 10_000 }, (_, index) =>
      ` a=""`.replace('a', (start + index).toString(36)),
    ).join('')
  yield `>${tail}`
}

const limitOfTags = /^A tag of this file has more than 64,000 characters or 200 attributes/

type Bomb = { name: string; refusal: RegExp; write(path: string): Promise<void> }

const xml = { path: 'site.xml', content: () => Readable.from(hugeAttributes(), { objectMode: false }) }
/** With it, the archive promises less than a hundred times its size. */
const padding = { path: 'uploads/2024/05/a.jpg', content: randomBytes(10_000_000), compress: false }

const bombs: Bomb[] = [
  {
    name: 'a zip of 930 MB of attributes',
    refusal: /^This archive is built to unpack to far more/,
    write: (path) => writeZip(path, [xml]),
  },
  {
    name: 'the same in a zip that is no bomb by its size',
    refusal: limitOfTags,
    write: (path) => writeZip(path, [xml, padding]),
  },
  {
    name: '3 million attributes in one tag',
    refusal: limitOfTags,
    write: (path) => pipeline(Readable.from(manyAttributes()), createWriteStream(path)),
  },
]

const visitors = 20
const phaseMs = 10_000
const rounds = 5

const pages = [paths.home, postPaths.blog, paths.rss, sitePaths.waitlist, '/2024/05/nothing-here/']

/** Reads pages until a message comes, and replies with the times in ms. A thread, so that uploads here do not hold it up. */
const visitorsProgram = `
  const { parentPort, workerData: { url, pages, visitors } } = require('node:worker_threads')
  const times = []
  let isOver = false
  parentPort.once('message', () => { isOver = true })
  async function read(first) {
    for (let number = first; !isOver; number++) {
      const began = performance.now()
      const response = await fetch(url + pages[number % pages.length])
      await response.arrayBuffer()
      if (response.status >= 500) throw new Error('a visitor read ' + response.status)
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 100))
    }
  }
  const reading = Array.from({ length: visitors }, (_, index) => read(index))
  Promise.all(reading).then(() => parentPort.postMessage(times))
`

/** Lets visitors read pages while `work` runs, and returns the 99th percentile of their times in ms. */
async function readDuring({ url }: StartedApp, work: () => Promise<void>): Promise<number> {
  const worker = new Worker(visitorsProgram, { eval: true, workerData: { url, pages, visitors } })
  const reply = once(worker, 'message')
  await work().finally(() => worker.postMessage('over'))
  const [times]: number[][] = await reply
  return times?.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

const readOne = async ({ send, access }: Owner, id: number): Promise<SiteImport> =>
  (await send(`/api/imports/${id}`, access)).json()

/**
 * Uploads a file in parts, as the admin does, over a line of about 100 Mbit/s. As fast as this machine can send it, any
 * file of 25 MB would cost visitors more than this bomb.
 */
async function upload({ send, access }: Owner, bytes: Buffer): Promise<number> {
  const json = { site: { name: 'bomb', bytes: bytes.length } }
  const created: SiteImport = await (await send('/api/imports', { ...access, json })).json()
  const files = created.files.flatMap((file) =>
    file.missingParts.map((number) => ({ ...file, missingParts: [number] })),
  )
  for (const file of files) {
    await sendParts({ send }, access, { ...created, files: [file] }, { site: bytes })
    await sleep(300)
  }
  expect((await send(`/api/imports/${created.id}/uploaded`, { ...access, method: 'POST' })).status).toBe(200)
  return created.id
}

const startCheck = async ({ send, access }: Owner, id: number) =>
  expect((await send(`/api/imports/${id}/check`, { ...access, method: 'POST' })).status).toBe(202)

async function waitUntilChecked(owner: Owner, id: number): Promise<SiteImport> {
  for (;;) {
    const row = await readOne(owner, id)
    if (row.state !== 'checking') return row
    await sleep(300)
  }
}

test.each(bombs)('$name: the server stays, small and quick', async ({ refusal, write }) => {
  const path = join(await temporaryFolder(), 'bomb')
  await write(path)
  const bytes = await readFile(path)
  const site = await startSite()
  const app = await site.start()
  const owner = await signInOwner(app)
  const server = serverOf(app)
  const pairs: { calm: number; attacked: number }[] = []
  let checks = 0
  let maxMegabytes = 0
  // The first phase warms the caches.
  await readDuring(app, () => sleep(phaseMs))
  const megabytes = readResidentMegabytes(server)
  for (let round = 0; round < rounds; round++) {
    const calm = await readDuring(app, () => sleep(phaseMs))
    const attacked = await readDuring(app, async () => {
      const end = Date.now() + phaseMs
      const id = await upload(owner, bytes)
      const watch = setInterval(() => {
        maxMegabytes = Math.max(maxMegabytes, readResidentMegabytes(server))
      }, 100)
      while (Date.now() < end) {
        await startCheck(owner, id)
        expect(await waitUntilChecked(owner, id)).toMatchObject({
          state: 'failed',
          problem: expect.stringMatching(refusal),
        })
        checks++
      }
      clearInterval(watch)
    })
    pairs.push({ calm, attacked })
  }
  const growth = maxMegabytes - megabytes
  const ratio = median(pairs.map(({ calm, attacked }) => attacked / calm))
  console.log(
    `${(await stat(path)).size} bytes, ${checks} checks; ${Math.round(megabytes)} MB and ${Math.round(growth)} more; p99 ${pairs.map(({ calm, attacked }) => `${calm.toFixed(0)} to ${attacked.toFixed(0)}`).join(', ')} ms, median of the ratios ${ratio.toFixed(2)}`,
  )
  expect(serverOf(app)).toBe(server)
  expect(growth).toBeLessThan(100)
  expect(ratio).toBeLessThan(2)
})

test('a bomb that is read while the server is killed is not read for ever', async () => {
  const [, padded] = bombs
  const path = join(await temporaryFolder(), 'bomb')
  await padded?.write(path)
  const site = await startSite()
  let app = await site.start()
  let owner = await signInOwner(app)
  const id = await upload(owner, await readFile(path))
  await startCheck(owner, id)
  for (let kill = 0; kill < 3; kill++) {
    await sleep(500 + Math.random() * 2000)
    app.killGroup('SIGKILL')
    await app.ended
    app = await site.start()
    owner = await signInOwner(app)
  }
  const server = serverOf(app)
  expect(await waitUntilChecked(owner, id)).toMatchObject({ state: 'failed' })
  await readDuring(app, () => sleep(phaseMs))
  expect(serverOf(app)).toBe(server)
})
