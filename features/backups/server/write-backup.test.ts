import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test, vi } from 'vitest'
import { features, jobPlans } from '../../../app/features.ts'
import { createEmptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { createTestDatabase } from '../../../tests/helpers/test-database.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { type MediaStore, openMediaStore, readStoredFile, storeFile } from '../../media/server/store.ts'
import { createSource, hashFiles, keptSettings, mediaIn, sumTables, withClient } from '../testing/backups.ts'
import { readArchive } from './archive.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { writeBackup } from './write-backup.ts'

// Each restore recreates all tables, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('a backup', () => {
  test('comes back with equal counts and checksums, its pictures and its sequences, and takes no sign-in along', async () => {
    const source = await createSource()
    const folder = await temporaryFolder()
    const file = join(folder, 'backup.tar.gz')
    await writeBackup({ ...source, file })
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const target = await createEmptyDatabase(source.connectionString)
    const restored = await restoreBackup({
      features,
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

  test('holds the files to download, and a restore removes those of the database that it replaces', async () => {
    const source = await createSource()
    const folder = await temporaryFolder()
    const addFile = (bytes: string, of: { connectionString: string; media: MediaStore }) =>
      withClient(of.connectionString, async (client) => {
        const name = randomBytes(16).toString('hex')
        await client.query(
          `insert into files (name, file_name, original_name, mime, bytes, sha256, ready_at)
           values ($1, 'a.pdf', 'A.pdf', 'application/pdf', 3, 'ab', now())`,
          [name],
        )
        await storeFile(of.media, `files/${name}/a.pdf`, Buffer.from(bytes))
        return `files/${name}/a.pdf`
      })
    const kept = await addFile('%PDF-kept', source)
    const file = join(folder, 'backup.tar.gz')
    await writeBackup({ ...source, file })
    const target = {
      connectionString: await createTestDatabase(inject('templateUrl')),
      media: await mediaIn(folder),
    }
    const replaced = await addFile('%PDF-replaced', target)
    const restored = await restoreBackup({
      features,
      ...target,
      backup: await checkBackup(file),
      replace: true,
      ledgers: [],
    })
    expect(restored).toMatchObject({ pictures: 4, picturesMissing: 0, picturesLeft: 0 })
    expect((await readStoredFile(target.media, kept))?.toString()).toBe('%PDF-kept')
    expect(await readStoredFile(target.media, replaced)).toBeUndefined()
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
    const file = join(await temporaryFolder(), 'backup.tar.gz')
    const before = acknowledged
    await writeBackup({ ...source, file })
    const during = acknowledged - before
    stop = true
    await writers
    expect(during).toBeGreaterThan(0)

    const folder = await temporaryFolder()
    const media = await mediaIn(folder)
    const target = await createEmptyDatabase(connectionString)
    await restoreBackup({
      features,
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

    // The restore has recorded itself.
    await withClient(target, (client) =>
      client.query(
        `alter table activity disable trigger user; delete from activity;
         alter sequence activity_id_seq restart`,
      ),
    )
    const second = join(folder, 'second.tar.gz')
    await writeBackup({ connectionString: target, media, file: second })
    const [one, two] = [await readArchive(file), await readArchive(second)]
    expect(two.sums).toEqual(one.sums)
  })

  test('leaves pictures where they are when they are in a bucket', async () => {
    const { connectionString } = await createSource()
    const file = join(await temporaryFolder(), 'backup.tar.gz')
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
    // People request the first three again, and a new attack adds `account-notice`.
    const askedForAgain = ['data-link', 'lost-link', 'password-link', 'account-notice']
    for (const { name, cron, atStart } of jobPlans)
      expect(cron || atStart || askedForAgain.includes(name), name).toBeTruthy()
  })
})
