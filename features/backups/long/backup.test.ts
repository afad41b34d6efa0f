import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../../bin/prepare.js'
import { createEmptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { readResidentMegabytes } from '../../../tests/helpers/resident-memory.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { startTemporaryPostgres } from '../../../tests/helpers/temporary-postgres.ts'
import { withClient } from '../testing/backups.ts'

const rows = 100_000
const posts = 10_000
const pictures = 500
const pictureBytes = 200_000

/** Runs a command in a separate process, and returns its peak memory in megabytes. */
async function run(command: string, args: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [`app/cli/${command}-command.ts`, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  let most = 0
  const timer = setInterval(() => {
    const now = readResidentMegabytes(child.pid ?? 0)
    if (now > most) most = now
  }, 20)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(timer)
  expect(code, said).toBe(0)
  return most
}

const query = (connectionString: string, text: string) =>
  withClient(connectionString, async (client) => (await client.query(text)).rows)

const sums = (connectionString: string) =>
  query(
    connectionString,
    `select (select md5(string_agg(md5(t::text), '' order by id)) from training_waitlist t) as people,
       (select md5(string_agg(md5(t::text), '' order by id)) from blog_posts t) as posts`,
  )

test('100,000 people, 10,000 posts and 100 MB of pictures need as little memory as an empty site', async () => {
  const postgres = await startTemporaryPostgres()
  onTestFinished(() => postgres.stop())
  const { connectionString } = postgres
  const folder = await temporaryFolder()
  const from = { DATABASE_URL: connectionString, DATA_DIR: join(folder, 'from') }
  const small = join(folder, 'small.tar.gz')
  const large = join(folder, 'large.tar.gz')

  const emptyBackup = await run('backup', [small], from)
  const emptyTarget = await createEmptyDatabase(connectionString)
  const to = { DATABASE_URL: emptyTarget, DATA_DIR: join(folder, 'to') }
  const emptyRestore = await run('restore', [small], to)

  await query(
    connectionString,
    `insert into training_waitlist (name, email, message)
     select 'Person ' || n, 'p' || n || '@example.org', md5(n::text) from generate_series(1, ${rows}) as n`,
  )
  await query(
    connectionString,
    `insert into blog_posts (title, slug, excerpt, content, author, author_type)
     select 'Post ' || n, 'post-' || n, 'x', (select '<p>' || string_agg(md5((n * 300 + w)::text), ' ') || '</p>' from generate_series(1, 300) as w), 'Ann', 'human'
     from generate_series(1, ${posts}) as n`,
  )
  await query(
    connectionString,
    `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
     select md5(n::text), 'a.jpg', 'image/jpeg', 1, '{1}', 1, 1, 'x', '#fff', now() from generate_series(1, ${pictures}) as n`,
  )
  for (const { name } of await query(connectionString, 'select name from media')) {
    const place = join(from.DATA_DIR, 'media', String(name))
    await mkdir(place, { recursive: true })
    await writeFile(join(place, '400.jpg'), Buffer.alloc(pictureBytes, String(name)))
  }

  const start = Date.now()
  const fullBackup = await run('backup', [large], from)
  const middle = Date.now()
  const fullRestore = await run('restore', [large, '--replace'], to)
  const seconds = [middle - start, Date.now() - middle].map((ms) => (ms / 1000).toFixed(1))
  process.stdout.write(
    `backup ${seconds[0]} s, ${emptyBackup.toFixed()} -> ${fullBackup.toFixed()} MB; restore ${seconds[1]} s, ${emptyRestore.toFixed()} -> ${fullRestore.toFixed()} MB\n`,
  )
  expect(await sums(emptyTarget)).toEqual(await sums(connectionString))
  expect(fullBackup - emptyBackup).toBeLessThan(80)
  expect(fullRestore - emptyRestore).toBeLessThan(80)
})
