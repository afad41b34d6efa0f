import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { createTestDatabase } from '../../../tests/helpers/test-database.ts'
import { listFiles, type MediaStore, openMediaStore, storeFile } from '../../media/server/store.ts'
import { settingsLeftOut } from '../server/write-backup.ts'

export const picture = 'ab'.repeat(16)
/** `when` of the first migration, 0021_baseline.sql, in core/server/db/migrations/meta/_journal.json */
export const baseline = 1795319634374

export const mediaIn = (folder: string) => openMediaStore({ kind: 'disk', folder: join(folder, 'media') })

/** Creates a database with rows in many tables, some with values that COPY must escape, and a picture's files. */
export async function createSource(): Promise<{ connectionString: string; media: MediaStore }> {
  const connectionString = await createTestDatabase(inject('templateUrl'))
  const media = await mediaIn(await temporaryFolder())
  await withClient(connectionString, async (client) => {
    const query = (text: string, values?: unknown[]) => client.query(text, values)
    await query(`
      insert into users (username, password) values ('Ann', 'hash');
      insert into sessions (token_hash, user_id) values ('x', 1);
      insert into blog_posts (title, slug, excerpt, content, author, author_type, tags)
        select 'Title ' || n, 'slug-' || n, E'tab\\t back\\\\slash \\\\N', repeat(E'<p>Line\\r\\n"quoted" 😀 \\\\.</p>\\n', 50), 'Ann', 'human',
        array['a,b', null, '{"x"}'] from generate_series(1, 300) as n;
      delete from blog_posts where id in (7, 300);
      insert into post_slugs select slug, id from blog_posts;
      insert into settings (key, value) values ('organisation', '{"name":"Harbor"}'), ('click_salt', '{}');
      insert into training_waitlist (name, email, phone) select 'Person ' || n, 'p' || n || '@example.org', null from generate_series(1, 50) as n;
      update training_waitlist set first_entry_id = 50 where id = 1;
      insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at, created_by)
        values ('${picture}', 'a.jpg', 'image/jpeg', 1, '{1}', 1, 1, 'x', '#fff', now(), 1)`)
  })
  for (const name of ['400.avif', '400.webp', '400.jpg'])
    await storeFile(media, `${picture}/${name}`, Buffer.from(name.repeat(1000)))
  return { connectionString, media }
}

export async function withClient<Result>(
  connectionString: string,
  use: (client: pg.Client) => Promise<Result>,
) {
  const client = new pg.Client({ connectionString })
  // Some tests end connections on purpose.
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Row count and checksum of every table, computed in SQL, without the row that a restore adds */
export function sumTables(connectionString: string, filters: Record<string, string> = {}) {
  const where: Record<string, string> = { activity: `where action <> 'backup-restored'`, ...filters }
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
    const sums: Record<string, unknown> = {}
    for (const { name } of rows) {
      const { rows: found } = await client.query(
        `select count(*)::int as count, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
         from public.${name} t ${where[name] ?? ''}`,
      )
      sums[name] = found[0]
    }
    return sums
  })
}

export const keptSettings = `where key not in (${settingsLeftOut.map((key) => `'${key}'`).join(', ')})`

export async function hashFiles(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for await (const { key, bytes } of listFiles(await mediaIn(folder), picture))
    hashes[key] = createHash('sha256').update(bytes).digest('hex')
  return hashes
}

/** Replaces text in a tar archive without updating its checksums, and compresses the result. */
export function rewrite(tar: Buffer, from: string, to: string): Buffer {
  const at = tar.indexOf(from)
  const changed = Buffer.from(tar)
  changed.write(to, at)
  return gzipSync(changed)
}
