import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type Owner,
  querySite,
  type Site,
  signInOwner,
  startSite,
} from '../../../tests/helpers/restartable-site.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { watchSite } from '../../../tests/helpers/watch-site.ts'
import { importPartBytes, type SiteImport } from '../contract/imports.ts'
import { manyPictures, manyPosts } from '../testing/many-posts.ts'
import { writeWordpressExport } from '../testing/wordpress-export.ts'
import { writeZip } from '../testing/zip.ts'

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

/** Uploads the files in parts, reading one part at a time. */
async function upload({ send, access }: Owner, files: { site: string; uploads: string }): Promise<number> {
  const describe = async (path: string) => ({ name: path.split('/').at(-1), bytes: (await stat(path)).size })
  const json = { site: await describe(files.site), uploads: await describe(files.uploads) }
  const created = await send('/api/imports', { ...access, json })
  expect(created.status).toBe(201)
  const { id, files: announced }: SiteImport = await created.json()
  for (const { role, missingParts } of announced) {
    const file = await open(files[role])
    for (const number of missingParts) {
      const part = Buffer.alloc(importPartBytes)
      const { bytesRead } = await file.read(part, 0, importPartBytes, (number - 1) * importPartBytes)
      const response = await send(`/api/imports/${id}/files/${role}/parts/${number}`, {
        method: 'PUT',
        ...access,
        headers: { 'content-type': 'application/octet-stream' },
        body: new Blob([new Uint8Array(part.subarray(0, bytesRead))]),
      })
      expect(response.status).toBe(204)
    }
    await file.close()
  }
  expect((await send(`/api/imports/${id}/uploaded`, { method: 'POST', ...access })).status).toBe(200)
  return id
}

async function readOne({ send, access }: Owner, id: number): Promise<SiteImport> {
  return (await send(`/api/imports/${id}`, access)).json()
}

/** Everything that an import leaves behind, without ids, times, and random names */
async function dump(site: Site) {
  const posts = await querySite<{ content: string; image: string | null }>(
    site,
    `select kind, slug, title, excerpt, content, author, tags, image_url as image, image_caption, is_published,
       published_at, updated_at, first_published_at, version, feed_id from blog_posts order by slug`,
  )
  const media = await querySite<{ name: string; sha256: string }>(
    site,
    'select name, sha256, alt, original_name, bytes, widths from media where ready_at is not null order by sha256',
  )
  const hashes = new Map(media.map(({ name, sha256 }) => [name, sha256]))
  const plain = (text: string | null) =>
    text?.replaceAll(/\/media\/([0-9a-f]{32})-/g, (_, name: string) => `/media/${hashes.get(name)}-`)
  return {
    posts: posts.map((post) => ({ ...post, content: plain(post.content), image: plain(post.image) })),
    media: media.map(({ name: _, ...picture }) => picture),
    slugs: await querySite(site, 'select slug, kind from post_slugs order by slug'),
    redirects: await querySite(
      site,
      `select from_path, "to", slug from redirects left join blog_posts on blog_posts.id = post_id order by from_path`,
    ),
    items: await querySite(site, 'select key, kind, version from import_items order by key'),
    revisions: await querySite(
      site,
      'select slug, r.version, cause from post_revisions r join blog_posts b on b.id = r.post_id order by slug',
    ),
    notes: await querySite(
      site,
      'select phase, about, detail from import_notes order by phase, about, detail',
    ),
    activity: await querySite(
      site,
      `select action, details from activity where kind = 'import' order by action`,
    ),
    counts: await querySite(site, 'select state, position, counts from site_imports'),
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
  send(`/api/imports/${id}/start`, { ...access, json: {} })

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
  await owner.send(`/api/imports/${id}/undo`, { ...owner.access, json: {} })
  await sleep(300)
  app.killGroup('SIGKILL')
  await app.ended
  app = await site.start()
  owner = await signInOwner(app)
  await waitUntil(owner, id, ({ state }) => state === 'undone')
  for (const table of ['blog_posts', 'post_slugs', 'redirects', 'import_items', 'stored_parts'])
    expect(await querySite(site, `select from ${table}`), table).toEqual([])
  expect(await querySite(site, 'select from media where ready_at is not null')).toEqual([])
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
  await owner.send(`/api/imports/${id}/check`, { ...owner.access, json: {} })
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
  const [counts] = await querySite(
    site,
    `select count(*)::int as posts, count(distinct slug)::int as slugs, count(distinct title)::int as titles,
       min(names)::int as fewest, max(names)::int as most
     from blog_posts, lateral (select count(distinct name) as names from unnest(pictures) as name) as shown`,
  )
  const { posts } = large
  expect(counts).toEqual({ posts, slugs: posts, titles: posts, fewest: 1, most: 1 })
  expect(await querySite(site, 'select count(*)::int from media where ready_at is not null')).toEqual([
    { count: large.pictures },
  ])
  expect(await querySite(site, 'select count(*)::int from post_revisions')).toEqual([{ count: posts }])
  expect(failed).toEqual([])
  expect(maxMegabytes).toBeLessThan(300)
  expect(p99).toBeLessThan(250)
}, 3_600_000)
