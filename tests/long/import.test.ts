import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { importPartBytes, type SiteImport } from '../../contracts/imports.ts'
import { paths } from '../../contracts/paths.ts'
import { findRunningPostgres } from '../../server/db/embedded-postgres.ts'
import { createSend, type Send } from '../helpers/create-send.ts'
import { silentLog } from '../helpers/data-folder.ts'
import { manyPictures, manyPosts } from '../helpers/imports/many-posts.ts'
import { writeWordpressExport } from '../helpers/imports/wordpress-export.ts'
import { writeZip } from '../helpers/imports/zip.ts'
import { readResidentMegabytes } from '../helpers/resident-memory.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import {
  type StartedApp,
  serverOf,
  startApp,
  startedByNode,
  temporaryFolder,
} from '../helpers/started-app.ts'

type Size = { posts: number; pictures: number; pictureBytes: number }

/** Writes an old site. Returns the paths of its export and of the zip of its pictures. */
async function writeSite({ posts, pictures, pictureBytes }: Size) {
  const folder = await temporaryFolder()
  const site = join(folder, 'site.xml')
  const uploads = join(folder, 'uploads.zip')
  await writeWordpressExport(site, { posts: manyPosts({ posts, pictures }) })
  await writeZip(uploads, manyPictures({ pictures, bytes: pictureBytes }))
  return { site, uploads }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** A site whose app can be killed and started again on the same data */
async function startSite() {
  const folder = await temporaryFolder()
  const env = { ...adminEnvironment, DATA_DIR: folder, SEED: 'none', BACKUPS_KEEP: '0', LOG_LEVEL: 'warn' }
  const start = async () => {
    const app = await startApp(env, startedByNode)
    await app.isReady()
    return app
  }
  return { folder, start }
}

async function query<Row extends pg.QueryResultRow>({ folder }: Site, text: string): Promise<Row[]> {
  const connectionString = findRunningPostgres({ dataDir: folder, log: silentLog })
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

type Owner = { send: Send; access: { cookie: string } }

async function signInOwner(app: StartedApp): Promise<Owner> {
  return { send: createSend(app.url), access: { cookie: await signIn(app.url) } }
}

/** Uploads the files in parts, reading one part at a time. */
async function upload({ send, access }: Owner, files: { site: string; uploads: string }): Promise<number> {
  const describe = async (path: string) => ({ name: path.split('/').at(-1), bytes: (await stat(path)).size })
  const json = { site: await describe(files.site), uploads: await describe(files.uploads) }
  const created = await send(paths.api.imports, { ...access, json })
  expect(created.status).toBe(201)
  const { id, files: announced }: SiteImport = await created.json()
  for (const { role, missingParts } of announced) {
    const file = await open(files[role])
    for (const number of missingParts) {
      const part = Buffer.alloc(importPartBytes)
      const { bytesRead } = await file.read(part, 0, importPartBytes, (number - 1) * importPartBytes)
      const response = await send(paths.api.importPart(id, role, number), {
        method: 'PUT',
        ...access,
        headers: { 'content-type': 'application/octet-stream' },
        body: new Blob([new Uint8Array(part.subarray(0, bytesRead))]),
      })
      expect(response.status).toBe(204)
    }
    await file.close()
  }
  expect((await send(paths.api.importUploaded(id), { method: 'POST', ...access })).status).toBe(200)
  return id
}

async function readOne({ send, access }: Owner, id: number): Promise<SiteImport> {
  return (await send(paths.api.import(id), access)).json()
}

/** Everything that an import leaves behind, without ids, times, and random names */
async function dump(site: Site) {
  const posts = await query<{ content: string; image: string | null }>(
    site,
    `select kind, slug, title, excerpt, content, author, tags, image_url as image, image_caption, is_published,
       published_at, updated_at, first_published_at, version, feed_id from blog_posts order by slug`,
  )
  const media = await query<{ name: string; sha256: string }>(
    site,
    'select name, sha256, alt, original_name, bytes, widths from media where ready_at is not null order by sha256',
  )
  const hashes = new Map(media.map(({ name, sha256 }) => [name, sha256]))
  const plain = (text: string | null) =>
    text?.replaceAll(/\/media\/([0-9a-f]{32})-/g, (_, name: string) => `/media/${hashes.get(name)}-`)
  return {
    posts: posts.map((post) => ({ ...post, content: plain(post.content), image: plain(post.image) })),
    media: media.map(({ name: _, ...picture }) => picture),
    slugs: await query(site, 'select slug, kind from post_slugs order by slug'),
    redirects: await query(
      site,
      `select from_path, "to", slug from redirects left join blog_posts on blog_posts.id = post_id order by from_path`,
    ),
    items: await query(site, 'select key, kind, version from import_items order by key'),
    revisions: await query(
      site,
      'select slug, r.version, cause from post_revisions r join blog_posts b on b.id = r.post_id order by slug',
    ),
    notes: await query(site, 'select phase, about, detail from import_notes order by phase, about, detail'),
    activity: await query(site, `select action, details from activity where kind = 'import' order by action`),
    counts: await query(site, 'select state, position, counts from site_imports'),
  }
}

async function waitUntil(
  owner: Owner,
  id: number,
  isDone: (row: SiteImport) => boolean,
): Promise<SiteImport> {
  for (;;) {
    const row = await readOne(owner, id)
    if (isDone(row)) return row
    if (row.state === 'failed') throw new Error(row.problem ?? 'failed')
    // Together with the visitors, below the limit of requests from one address
    await sleep(500)
  }
}

const start = ({ send, access }: Owner, id: number) =>
  send(paths.api.importStart(id), { ...access, json: {} })

test('kill -9 at random moments and running to the end gives the same as one run', async () => {
  const size = { posts: 300, pictures: 12, pictureBytes: 100_000 }
  const files = await writeSite(size)
  const calm = await startSite()
  const calmApp = await calm.start()
  const calmOwner = await signInOwner(calmApp)
  const calmId = await upload(calmOwner, files)
  await start(calmOwner, calmId)
  await waitUntil(calmOwner, calmId, ({ state }) => state === 'finished')
  const expected = await dump(calm)
  expect(expected.posts).toHaveLength(size.posts)
  expect(expected.media).toHaveLength(size.pictures)
  calmApp.killGroup('SIGTERM')
  await calmApp.ended

  const site = await startSite()
  let app = await site.start()
  let owner = await signInOwner(app)
  const id = await upload(owner, files)
  await start(owner, id)
  for (let round = 1; round <= 6; round++) {
    const { entries } = await readOne(owner, id)
    const target = Math.floor((round * size.posts) / 8 + Math.random() * 10)
    await waitUntil(owner, id, (row) => row.position >= target || row.state === 'finished')
    await sleep(Math.random() * 300)
    expect(entries).toBeNull()
    app.killGroup('SIGKILL')
    await app.ended
    app = await site.start()
    owner = await signInOwner(app)
  }
  const finished = await waitUntil(owner, id, ({ state }) => state === 'finished')
  expect(finished.counts.posts).toBe(size.posts)
  const found = await dump(site)
  expect(found).toEqual(expected)
  // An undo that is killed goes on, too.
  await owner.send(paths.api.importUndo(id), { ...owner.access, json: {} })
  await sleep(300)
  app.killGroup('SIGKILL')
  await app.ended
  app = await site.start()
  owner = await signInOwner(app)
  await waitUntil(owner, id, ({ state }) => state === 'undone')
  for (const table of ['blog_posts', 'post_slugs', 'redirects', 'import_items', 'stored_parts'])
    expect(await query(site, `select from ${table}`), table).toEqual([])
  expect(await query(site, 'select from media where ready_at is not null')).toEqual([])
})

const large: Size = {
  posts: Number(process.env.IMPORT_POSTS ?? 5000),
  pictures: Number(process.env.IMPORT_PICTURES ?? 84),
  pictureBytes: 24_000_000,
}

test(`${large.posts} posts with ${(large.pictures * large.pictureBytes) / 1e9} GB of pictures: bounded memory, and a quick site`, async () => {
  const site = await startSite()
  let app = await site.start()
  const files = await writeSite(large)
  let owner = await signInOwner(app)
  const watch = watchSite(() => app)
  const began = Date.now()
  const id = await upload(owner, files)
  const uploaded = Date.now()
  await rm(files.uploads)
  await owner.send(paths.api.importCheck(id), { ...owner.access, json: {} })
  const checked = await waitUntil(owner, id, ({ state }) => state === 'checked')
  expect(checked.checked).toMatchObject({ posts: large.posts, pictures: large.pictures })
  const checkedAt = Date.now()
  await start(owner, id)
  const moment = Math.floor(large.posts * (0.2 + 0.6 * Math.random()))
  await waitUntil(owner, id, ({ position }) => position >= moment)
  watch.pause()
  app.killGroup('SIGKILL')
  await app.ended
  app = await site.start()
  owner = await signInOwner(app)
  watch.resume()
  const finished = await waitUntil(owner, id, ({ state }) => state === 'finished')
  const { maxMegabytes, p99, slowest, requests, failed } = await watch.stop()
  const seconds = (from: number, to: number) => Math.round((to - from) / 1000)
  console.log(
    `upload ${seconds(began, uploaded)} s, check ${seconds(uploaded, checkedAt)} s, import ${seconds(checkedAt, Date.now())} s, killed at ${moment}; memory up to ${Math.round(maxMegabytes)} MB; ${requests} requests, p99 ${p99.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  )
  expect(finished.counts).toMatchObject({ posts: large.posts, pictures: large.pictures })
  const [counts] = await query(
    site,
    `select count(*)::int as posts, count(distinct slug)::int as slugs, count(distinct title)::int as titles,
       min(names)::int as fewest, max(names)::int as most
     from blog_posts, lateral (select count(distinct name) as names from unnest(pictures) as name) as shown`,
  )
  const { posts } = large
  expect(counts).toEqual({ posts, slugs: posts, titles: posts, fewest: 1, most: 1 })
  expect(await query(site, 'select count(*)::int from media where ready_at is not null')).toEqual([
    { count: large.pictures },
  ])
  expect(await query(site, 'select count(*)::int from post_revisions')).toEqual([{ count: posts }])
  expect(failed).toEqual([])
  expect(maxMegabytes).toBeLessThan(300)
  expect(p99).toBeLessThan(250)
}, 3_600_000)

/** Reads pages of the site as visitors do, five times a second, and the memory of the server. */
function watchSite(findApp: () => StartedApp) {
  const times: number[] = []
  const failed: string[] = []
  let maxMegabytes = 0
  let isPaused = false
  let isStopped = false
  const addresses = [
    paths.home,
    paths.blog,
    paths.rss,
    paths.waitlist,
    '/2024/05/nothing-here/',
    paths.post('post-number-1'),
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
