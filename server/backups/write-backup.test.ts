import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createEmptyDatabase } from '../../tests/helpers/empty-database.ts'
import { createTestDatabase } from '../../tests/helpers/test-database.ts'
import { startTestServer } from '../../tests/helpers/test-server.ts'
import { applyMigrations } from '../db/migrate.ts'
import { jobPlans } from '../jobs/queue.ts'
import { listFiles, type MediaStore, openMediaStore, storeFile } from '../media/store.ts'
import { useDataLink } from '../privacy/data-links.ts'
import { createArchive, readArchive } from './archive.ts'
import { copyLedger } from './copy-deletions.ts'
import { readLedgerFiles } from './ledger-files.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { settingsLeftOut, writeBackup } from './write-backup.ts'

// Each restore makes all tables anew, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const picture = 'ab'.repeat(16)
/** `when` of 0021_baseline.sql in server/db/migrations/meta/_journal.json, the first migration. */
const baseline = 1795319634374

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-backup-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const mediaIn = (folder: string) => openMediaStore({ kind: 'disk', folder: join(folder, 'media') })

/** A database with a row or more in most tables, and values that COPY must escape. */
async function createSource(): Promise<{ connectionString: string; media: MediaStore }> {
  const connectionString = await createTestDatabase(inject('templateUrl'))
  const media = await mediaIn(await createFolder())
  await withClient(connectionString, async (client) => {
    const query = (text: string, values?: unknown[]) => client.query(text, values)
    await query(`insert into users (username, password) values ('Ann', 'hash')`)
    await query(`insert into sessions (token_hash, user_id) values ('x', 1)`)
    await query(
      `insert into blog_posts (title, slug, excerpt, content, author, author_type, tags)
     select 'Title ' || n, 'slug-' || n, E'tab\\t back\\\\slash \\\\N', repeat(E'<p>Line\\r\\n"quoted" 😀 \\\\.</p>\\n', 50), 'Ann', 'human',
       array['a,b', null, '{"x"}'] from generate_series(1, 300) as n`,
    )
    await query('delete from blog_posts where id in (7, 300)')
    await query(`insert into post_slugs select slug, id from blog_posts`)
    await query(
      `insert into settings (key, value) values ('organisation', '{"name":"Harbor"}'), ('click_salt', '{}')`,
    )
    await query(
      `insert into training_waitlist (name, email, phone) select 'Person ' || n, 'p' || n || '@example.org', null from generate_series(1, 50) as n`,
    )
    await query(`update training_waitlist set first_entry_id = 50 where id = 1`)
    await query(
      `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at, created_by)
     values ($1, 'a.jpg', 'image/jpeg', 1, '{1}', 1, 1, 'x', '#fff', now(), 1)`,
      [picture],
    )
  })
  for (const name of ['400.avif', '400.webp', '400.jpg'])
    await storeFile(media, `${picture}/${name}`, Buffer.from(name.repeat(1000)))
  return { connectionString, media }
}

async function withClient<Result>(connectionString: string, use: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return use(client).finally(() => client.end())
}

/** Count and checksum of every table, as SQL sees it. */
function sumTables(connectionString: string, where: Record<string, string> = {}) {
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

const keptSettings = `where key not in (${settingsLeftOut.map((key) => `'${key}'`).join(', ')})`

async function hashFiles(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for await (const { key, bytes } of listFiles(await mediaIn(folder), picture))
    hashes[key] = createHash('sha256').update(bytes).digest('hex')
  return hashes
}

describe('a backup', () => {
  test('comes back with equal counts and checksums, its pictures and its sequences, and takes no sign-in along', async () => {
    const source = await createSource()
    const folder = await createFolder()
    const file = join(folder, 'backup.tar.gz')
    await writeBackup({ ...source, file })
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const target = await createEmptyDatabase(source.connectionString)
    const restored = await restoreBackup({
      connectionString: target,
      media: await mediaIn(folder),
      backup: await checkBackup(file),
      replace: false,
      ledgers: [],
    })
    expect(restored).toMatchObject({ pictures: 3, picturesMissing: 0, hasPictures: true, peopleDeleted: 0 })
    const expected = await sumTables(source.connectionString, { settings: keptSettings })
    const empty = { count: 0, sum: 'd41d8cd98f00b204e9800998ecf8427e' }
    expect(await sumTables(target)).toEqual({ ...expected, sessions: empty, rate_counters: empty })
    expect(Object.values(await hashFiles(folder))).toHaveLength(3)

    await withClient(target, async (client) => {
      const next = await client.query(
        `insert into blog_posts (title, slug, excerpt, content, author, author_type)
         values ('', 'next', '', '<p>one two</p>', '', 'human') returning id, words`,
      )
      expect(next.rows).toEqual([{ id: 301, words: 2 }])
      await expect(client.query('insert into post_slugs values ($1, 9999)', ['nowhere'])).rejects.toThrow(
        'foreign key',
      )
    })
    const again = await startTestServer({ connectionString: target })
    expect(await (await again.send('/blog/slug-299')).text()).toContain('Harbor')
  })

  test('that is made while four write is of one moment', async () => {
    const source = await createSource()
    const { connectionString } = source
    let stop = false
    let acknowledged = 0
    const write = (writer: number) =>
      withClient(connectionString, async (client) => {
        for (let number = 0; !stop; number++) {
          const email = `w${writer}-${number}@example.org`
          await client.query('begin')
          await client.query('insert into training_waitlist (name, email) values ($1, $1)', [email])
          await client.query(
            `update blog_posts set title = 'Rewritten', content = content || 'x' where id = 1 + $1 % 6`,
            [number],
          )
          await client.query('insert into contact_submissions (name, company, email) values ($1, $1, $1)', [
            email,
          ])
          await client.query('commit')
          acknowledged++
        }
      })
    const writers = Promise.all([1, 2, 3, 4].map(write))
    await expect.poll(() => acknowledged).toBeGreaterThan(20)
    const file = join(await createFolder(), 'backup.tar.gz')
    const before = acknowledged
    await writeBackup({ ...source, file })
    const during = acknowledged - before
    stop = true
    await writers
    expect(during).toBeGreaterThan(0)

    const folder = await createFolder()
    const media = await mediaIn(folder)
    const target = await createEmptyDatabase(connectionString)
    await restoreBackup({
      backup: await checkBackup(file),
      connectionString: target,
      media,
      replace: false,
      ledgers: [],
    })
    const half = await withClient(target, (client) =>
      client.query(
        `select email from training_waitlist where email like 'w%'
         except select email from contact_submissions
         union all (select email from contact_submissions except select email from training_waitlist)`,
      ),
    )
    expect(half.rows).toEqual([])
    const count = await withClient(target, (client) => client.query('select email from contact_submissions'))
    expect(count.rowCount).toBeGreaterThanOrEqual(before)

    const second = join(folder, 'second.tar.gz')
    await writeBackup({ connectionString: target, media, file: second })
    const [one, two] = [await readArchive(file), await readArchive(second)]
    expect(two.sums).toEqual(one.sums)
  })

  test('leaves pictures where they are when they lie in a bucket', async () => {
    const { connectionString } = await createSource()
    const file = join(await createFolder(), 'backup.tar.gz')
    const nowhere = {
      endpoint: 'http://127.0.0.1:9',
      region: 'x',
      bucket: 'abc',
      accessKeyId: 'x',
      secretAccessKey: 'x',
    }
    const media = await openMediaStore({ kind: 's3', ...nowhere })
    await writeBackup({ connectionString, media, file })
    const { about, sums } = await readArchive(file)
    expect([about.pictures, sums.pictures.files]).toEqual(['elsewhere', 0])
  })

  test('need not hold jobs: each comes by its hours, or is asked for again', () => {
    // The last one is enqueued at each start (server/create-server.ts).
    const askedForAgain = ['data-link', 'lost-link', 'account-notice', 'resanitize-posts']
    for (const [name, plan] of Object.entries(jobPlans))
      expect('cron' in plan || askedForAgain.includes(name), name).toBe(true)
  })
})

describe('restoring', () => {
  async function prepare() {
    const source = await createSource()
    const folder = await createFolder()
    const file = join(folder, 'backup.tar.gz')
    await writeBackup({ ...source, file })
    const target = await createEmptyDatabase(source.connectionString)
    const media = await mediaIn(folder)
    const restore = async ({ replace = false, ...changes }: { file?: string; replace?: boolean } = {}) => {
      const backup = await checkBackup(changes.file ?? file)
      return restoreBackup({ backup, connectionString: target, media, replace, ledgers: [] })
    }
    return { source, folder, file, target, restore }
  }

  test('refuses what is damaged, cut off or something else, before anything is touched', async () => {
    const { folder, file, target, restore } = await prepare()
    await withClient(target, (client) => client.query(`create table mine as select 'here' as word`))
    const before = await sumTables(target)
    const bytes = await readFile(file)
    const tar = gunzipSync(bytes)
    const flip = (whole: Buffer, at: number) => {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      return changed
    }
    const inRow = tar.indexOf('Person 17')
    const bomb = (type: string) => {
      const head = Buffer.alloc(512)
      head.write('backup.json')
      head.write('0000600\0', 100)
      head.write('77777777777\0', 124)
      head.write('        ', 148)
      head.write(type, 156)
      head.write('ustar\x0000', 257)
      head.write(
        `${head
          .reduce((sum, byte) => sum + byte, 0)
          .toString(8)
          .padStart(6, '0')}\0 `,
        148,
      )
      return gzipSync(Buffer.concat([head, Buffer.alloc(200 * 1024 * 1024)]), { level: 1 })
    }
    const cases: [string, Buffer, string][] = [
      ...[0.01, 0.3, 0.6, 0.99].map((share): [string, Buffer, string] => [
        `a byte at ${share}`,
        flip(bytes, 10 + Math.floor((bytes.length - 10) * share)),
        '',
      ]),
      ['a letter of a row, packed anew', gzipSync(flip(tar, inRow)), 'is damaged or incomplete'],
      ['a missing end', bytes.subarray(0, bytes.length - 20), 'is damaged or incomplete'],
      ['half of it', bytes.subarray(0, bytes.length / 2), 'is damaged or incomplete'],
      ['no checksums', gzipSync(tar.subarray(0, tar.indexOf('checksums.json'))), 'is damaged or incomplete'],
      ['an empty file', Buffer.alloc(0), 'is not a backup of this app'],
      ['text', Buffer.from('hello'), 'is not a backup of this app'],
      ['another archive', gzipSync('hello'), 'is not a backup of this app'],
      ['a newer format', rewrite(tar, '"version": 1', '"version": 2'), 'was made by a newer version'],
      ['a file of eight gigabytes', bomb('0'), 'is not a backup of this app'],
      ['a file name of eight gigabytes', bomb('x'), 'is not a backup of this app'],
    ]
    for (const [what, content, words] of cases) {
      const broken = join(folder, 'broken.tar.gz')
      await writeFile(broken, content)
      await expect(restore({ file: broken, replace: true }), what).rejects.toThrow(
        words || /damaged|not a backup/,
      )
    }
    await expect(restore({ file: join(folder, 'none') })).rejects.toThrow('doesn’t exist')
    await expect(restore({ file: folder })).rejects.toThrow('is a folder')
    expect(await sumTables(target)).toEqual(before)
    expect(await readdir(folder)).not.toContain('media')
  })

  test('refuses a newer migration, one from before the baseline, and rolls everything back where rows cannot be loaded', async () => {
    const { folder, file, target, restore } = await prepare()
    const tar = gunzipSync(await readFile(file))
    const newer = join(folder, 'newer.tar.gz')
    const migration = /"migration": (\d+)/.exec(tar.toString('latin1'))?.[1] ?? ''
    await writeFile(newer, rewrite(tar, migration, '9'.repeat(migration.length)))
    await expect(restore({ file: newer })).rejects.toThrow('Update the app')
    const older = join(folder, 'older.tar.gz')
    await writeFile(older, rewrite(tar, migration, String(baseline - 1)))
    await expect(restore({ file: older })).rejects.toThrow('made by an early development version')

    const { about } = await readArchive(file)
    const before = await sumTables(target)
    const write = async (name: string, columns: string[], rows: string) => {
      const odd = join(folder, name)
      const archive = await createArchive(odd, { ...about, tables: [{ name: 'users', columns }] })
      await archive.addRows('users', Buffer.from(rows))
      await archive.finish({ sequences: {}, picturesMissing: 0 })
      return odd
    }
    const misfit = await write('misfit.tar.gz', ['id', 'extra'], '1\tx\n')
    await expect(restore({ file: misfit })).rejects.toThrow('doesn’t fit this version')
    const unfit = await write('unfit.tar.gz', ['id', 'username', 'password'], '1\tAnn\tx\nBob\n')
    await expect(restore({ file: unfit })).rejects.toThrow('invalid input syntax')
    expect(await sumTables(target)).toEqual(before)
  })

  test('refuses a database in use, and replaces what is ours in one that has something in it only when told to', async () => {
    const { folder, target, restore } = await prepare()
    const app = new pg.Client({ connectionString: target, application_name: 'everyday-ai' })
    await app.connect()
    const refused = restore({ replace: true })
    await expect(refused).rejects.toThrow('The app is running on this database. Stop it everywhere')
    await app.end()

    await restore()
    const first = await sumTables(target)
    await expect(restore()).rejects.toThrow(/not empty.* blog_posts.* Add --replace/)
    await withClient(target, async (client) => {
      await client.query(`insert into users (username, password) values ('Eve', 'x')`)
      await client.query(
        `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
         values (repeat('c', 32), 'c.jpg', 'image/jpeg', 1, '{1}', 1, 1, 'x', '#fff', now())`,
      )
      await client.query(`create table strange as select 'here' as word`)
      await client.query('alter table users add column strange text')
    })
    const media = await mediaIn(folder)
    await storeFile(media, `${'c'.repeat(32)}/400.jpg`, Buffer.from('x'))
    const file = join(folder, 'with-strange.tar.gz')
    await writeBackup({ connectionString: target, media, file })
    expect(JSON.stringify((await readArchive(file)).about)).not.toContain('strange')

    await restore({ replace: true })
    expect(await sumTables(target)).toEqual({ ...first, strange: { count: 1, sum: expect.any(String) } })
    expect(await readdir(join(folder, 'media'))).toEqual([picture])
  })

  test('brings a backup of an older version to the present one', async () => {
    const { source, target, restore, folder } = await prepare()
    const before = await createEmptyDatabase(source.connectionString)
    await withClient(before, async (client) => {
      await applyMigrations(client, baseline)
      await client.query(`insert into author_invites (email, expires_at) values ('jo@example.org', now())`)
      await expect(client.query('select mailed_room_tokens from author_invites')).rejects.toThrow('not exist')
    })
    const older = join(folder, 'older.tar.gz')
    await writeBackup({ connectionString: before, media: source.media, file: older })
    await restore({ file: older })
    await withClient(target, async (client) => {
      const { rows } = await client.query('select email, mailed_room_tokens from author_invites')
      expect(rows).toEqual([{ email: 'jo@example.org', mailed_room_tokens: [] }])
    })
  })

  test('leaves no half files of pictures that were being added when it failed', async () => {
    const { folder, file, target } = await prepare()
    const media = await mediaIn(folder)
    let stored = 0
    const put = media.disk.put.bind(media.disk)
    media.disk.put = (...args) => {
      stored++
      if (stored > 1) throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' })
      return put(...args)
    }
    const restoring = restoreBackup({
      backup: await checkBackup(file),
      connectionString: target,
      media,
      replace: false,
      ledgers: [],
    })
    await expect(restoring).rejects.toThrow('The disk is full. Nothing was changed.')
    expect(stored).toBe(2)
    expect(await sumTables(target)).toEqual({})
    expect(await hashFiles(folder)).toEqual({})
  })
})

describe('who was deleted', () => {
  const emails = async (connectionString: string) =>
    withClient(connectionString, async (client) => {
      const { rows } = await client.query(
        'select email, deleted_at is not null as hidden from training_waitlist order by email',
      )
      return rows.map(({ email, hidden }) => (hidden ? `${email} (hidden)` : email))
    })

  test('stays deleted when an older backup is restored, also into a new database', async () => {
    const server = await startTestServer()
    const { instance, connectionString, query } = server
    for (const name of ['ann', 'bob', 'cleo', 'dan'])
      await query(`insert into training_waitlist (name, email) values ($1, $2)`, [
        name,
        `${name}@example.org`,
      ])
    const folder = await createFolder()
    const file = join(folder, 'backup.tar.gz')
    await writeBackup({ connectionString, media: instance.media, file })

    await query(
      `insert into data_links (token_hash, email, expires_at) values (encode(sha256('token'), 'hex'), 'ann@example.org', now() + interval '1 day')`,
    )
    expect(await useDataLink(instance.db, 'token')).toBeDefined()
    const cookie = await server.signIn()
    for (const id of [2, 3]) {
      const answer = await server.send(`/api/people/waitlist/${id}`, { method: 'DELETE', cookie })
      expect(answer.status).toBe(204)
    }
    await server.send('/api/people/waitlist/3/restore', { method: 'POST', cookie })
    await copyLedger(instance.db, folder)
    const ledgers = await readLedgerFiles(folder)
    expect(ledgers).toHaveLength(1)
    expect(JSON.stringify(ledgers)).not.toMatch(/example|ann|bob/)

    const target = await createEmptyDatabase(connectionString)
    const media = await mediaIn(folder)
    const backup = await checkBackup(file)
    const restored = await restoreBackup({ backup, connectionString: target, media, replace: false, ledgers })
    expect(restored.peopleDeleted).toBe(3)
    const expected = ['bob@example.org (hidden)', 'cleo@example.org', 'dan@example.org']
    expect(await emails(target)).toEqual(expected)

    // The database that is replaced knows it, too.
    const without = { backup, connectionString: target, media, replace: true, ledgers: [] }
    const again = await restoreBackup(without)
    expect(await emails(target)).toEqual(expected)
    expect(again.oldLedger?.rows).toHaveLength(3)
  })

  test('is noticed where a database was set back by other means', async () => {
    const { instance, query, connectionString } = await startTestServer()
    const join1 = () =>
      query(
        `insert into training_waitlist (name, email, created_at) values ('Ann', 'ann@example.org', '2025-01-01')`,
      )
    await join1()
    await query(
      `insert into data_links (token_hash, email, expires_at) values (encode(sha256('token'), 'hex'), 'ann@example.org', now() + interval '1 day')`,
    )
    await useDataLink(instance.db, 'token')
    const folder = await createFolder()
    expect(await copyLedger(instance.db, folder)).toBe(0)
    await query('delete from deletion_ledger')
    await query(`delete from settings where key = 'deletion_key'`)
    await join1()
    expect(await copyLedger(instance.db, folder)).toBe(1)
    expect(await emails(connectionString)).toEqual([])
    // Who comes back later is new to us.
    await query(`insert into training_waitlist (name, email) values ('Ann', 'ann@example.org')`)
    expect(await copyLedger(instance.db, folder)).toBe(0)
    expect(await emails(connectionString)).toEqual(['ann@example.org'])
  })
})

describe('what has ended since a backup', () => {
  const at = `'2025-01-01'`
  const state = (connectionString: string) =>
    withClient(connectionString, async (client) => {
      const read = async (text: string) =>
        (await client.query({ text, rowMode: 'array' })).rows.map((row) => row.join(' '))
      return {
        subscribers: await read(
          `select email, is_active, end_reason from newsletter_subscriptions order by lower(email)`,
        ),
        invites: await read(
          `select id, status, invite_token, room_token, mailed_room_tokens from author_invites order by id`,
        ),
        mails: await read(`select recipient, status, problem from outbox_messages order by recipient`),
        issues: await read(
          `select id, paused_at is not null, finished_at is not null from newsletter_issues order by id`,
        ),
      }
    })
  const mayHaveGone = 'failed It may have gone before the restore. Send it again if not.'

  test('stays ended, and no mail that waited goes a second time', async () => {
    const { connectionString, instance, query } = await startTestServer()
    // The first job of a server would end the open issue, on a slow machine before it is kept.
    await query('truncate pgboss.schedule, pgboss.job')
    await query(
      `insert into newsletter_subscriptions (email, subscribed_at) values
        ('ann@example.org', ${at}), ('Bob@example.org', ${at}), ('cleo@example.org', ${at}), ('dan@example.org', now() + interval '1 day')`,
    )
    await query(
      `insert into author_invites (email, status, invite_token, room_token, mailed_room_tokens, expires_at) values
        ('a@example.org', 'pending', 'a1', null, '{}', now()),
        ('b@example.org', 'accepted', 'b1', 'b2', '{m1}', now()),
        ('c@example.org', 'pending', 'c1', null, '{}', now()),
        ('d@example.org', 'pending', 'd1', null, '{}', now())`,
    )
    await query(
      `insert into newsletter_issues (subject, text, html, started_by, finished_at) values
        ('Done', '', '', 'Ann', now()), ('Open', '', '', 'Ann', null)`,
    )
    await query(
      `insert into outbox_messages (message_id, kind, recipient, subject, text, status, next_attempt_at) values
        ('1', 'newsletter', 'ann@example.org', '', '', 'queued', '9999-01-01'),
        ('2', 'newsletter', 'cleo@example.org', '', '', 'queued', '9999-01-01'),
        ('3', 'invite', 'd@example.org', '', '', 'queued', '9999-01-01'), ('4', 'invite', 'e@example.org', '', '', 'sent', now())`,
    )
    await query(
      `insert into newsletter_copies (issue_id, subscription_id, message_id, settled_at) values (2, 1, 1, now()), (2, 3, 2, now())`,
    )
    const folder = await createFolder()
    const file = join(folder, 'backup.tar.gz')
    await writeBackup({ connectionString, media: instance.media, file })
    const media = await mediaIn(folder)
    const target = await createEmptyDatabase(connectionString)
    const restore = async (replace: boolean) => {
      const backup = await checkBackup(file)
      return restoreBackup({ backup, connectionString: target, media, replace, ledgers: [] })
    }

    // A lost disk: nothing tells what has ended.
    expect((await restore(false)).stopped).toEqual({ mails: 3, issues: 1 })
    const asBefore = await state(target)
    expect(asBefore.subscribers[0]).toBe('ann@example.org true ')
    expect(asBefore.mails).toEqual([
      `ann@example.org ${mayHaveGone}`,
      `cleo@example.org ${mayHaveGone}`,
      `d@example.org ${mayHaveGone}`,
      'e@example.org sent ',
    ])
    expect(asBefore.issues).toEqual(['1 false true', '2 true false'])

    await withClient(target, async (client) => {
      await client.query(
        `update newsletter_subscriptions set is_active = false, ended_at = now(),
           end_reason = case when email like 'Bob%' then 'bounced' else 'unsubscribed' end
         where email not like 'cleo%'`,
      )
      await client.query(`update author_invites set status = 'revoked' where id = 1`)
      await client.query(
        `update author_invites set room_token = 'b3', mailed_room_tokens = '{m2}' where id = 2`,
      )
      await client.query(
        `update author_invites set status = 'accepted', invite_token = 'c4', room_token = 'c5' where id = 3`,
      )
    })
    await restore(true)
    expect(await state(target)).toEqual({
      subscribers: [
        'ann@example.org false unsubscribed',
        'Bob@example.org false bounced',
        'cleo@example.org true ',
        // Came after the other one had left.
        'dan@example.org true ',
      ],
      invites: ['1 revoked a1  ', '2 accepted b1 b3 m2', '3 pending c4  ', '4 pending d1  '],
      mails: [
        'ann@example.org withdrawn This address gets the newsletter no more.',
        ...asBefore.mails.slice(1),
      ],
      issues: asBefore.issues,
    })
  })
})

/** A tar with other words of the same length in its header, whose checksum does not cover them. */
function rewrite(tar: Buffer, from: string, to: string): Buffer {
  const at = tar.indexOf(from)
  const changed = Buffer.from(tar)
  changed.write(to, at)
  return gzipSync(changed)
}
