import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { features } from '../../../app/features.ts'
import { applyMigrations } from '../../../core/server/db/migrate.ts'
import { createEmptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { storeFile } from '../../media/server/store.ts'
import {
  baseline,
  createSource,
  hashFiles,
  mediaIn,
  picture,
  rewrite,
  sumTables,
  withClient,
} from '../testing/backups.ts'
import { createArchive, readArchive } from './archive.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { writeBackup } from './write-backup.ts'

// Each restore recreates all tables, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('restoring', () => {
  async function prepare() {
    const source = await createSource()
    const folder = await temporaryFolder()
    const file = join(folder, 'backup.tar.gz')
    await writeBackup({ ...source, file })
    const target = await createEmptyDatabase(source.connectionString)
    const media = await mediaIn(folder)
    const restore = async ({ replace = false, ...changes }: { file?: string; replace?: boolean } = {}) => {
      const backup = await checkBackup(changes.file ?? file)
      return restoreBackup({ features, backup, connectionString: target, media, replace, ledgers: [] })
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
      ['a letter of a row, packed again', gzipSync(flip(tar, inRow)), 'is damaged or incomplete'],
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
      features,
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
