import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { createQueryPool } from '../helpers/launch-server.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

const posts = 3000
const pictures = 200
/** Bytes of each of the nine files of a picture */
const fileBytes = 500_000
const maxMegabytes = 300

test(`the command exports ${posts} posts and a gigabyte of images in less than ${maxMegabytes} MB of memory`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-long-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startTemporaryPostgres()
  onTestFinished(() => postgres.stop())
  const { connectionString } = postgres
  const pool = createQueryPool(connectionString)
  onTestFinished(() => pool.end())
  const query = (text: string, values: unknown[] = []) => pool.query(text, values)
  await query(
    `insert into blog_posts (title, excerpt, content, author, author_type, tags, slug, first_published_at)
     select 'Post ' || n, 'e', '<p>' || repeat('Word &amp; ', 400) || '</p><ul><li><p>x</p></li></ul>', 'Ann', 'human',
       array['t' || n % 20], 'post-' || n, now() from generate_series(1, $1) as n`,
    [posts],
  )
  await query('insert into post_slugs (slug, post_id) select slug, id from blog_posts')
  const bytes = randomBytes(fileBytes)
  for (let number = 1; number <= pictures; number++) {
    const name = number.toString(16).padStart(32, '0')
    await mkdir(join(folder, 'media', name), { recursive: true })
    for (const width of [480, 960, 1440])
      for (const ending of ['avif', 'webp', 'jpg'])
        await writeFile(join(folder, 'media', name, `${width}.${ending}`), bytes)
    await query(
      `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
       values ($1, 'a.jpg', 'image/jpeg', 1, '{480,960,1440}', 1440, 960, '', '#123456', now())`,
      [name],
    )
  }
  const file = join(folder, 'site.zip')
  const startedAt = Date.now()
  const child = spawn(process.execPath, ['server/cli/export-command.ts', file], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: connectionString, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  let peak = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, 200)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  expect(code, said).toBe(0)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`${Math.round(peak)} MB, ${seconds} s, ${Math.round((await stat(file)).size / 1e6)} MB of zip`)
  expect(peak).toBeLessThan(maxMegabytes)
  expect((await stat(file)).size).toBeGreaterThan(pictures * 9 * fileBytes)
}, 900_000)
