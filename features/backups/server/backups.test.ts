import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { features } from '../../../app/features.ts'
import { paths } from '../../../core/contract/paths.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { privacyPaths } from '../../privacy/contract/privacy-paths.ts'
import { backupWords } from '../../privacy/words/legal/backups.ts'
import { backupPaths } from '../contract/backup-paths.ts'
import { readArchive } from './archive.ts'
import { copyDeletions } from './copy-deletions.ts'
import { findLast } from './last-backup.ts'
import { writeLedgerFile } from './ledger-files.ts'
import { listKept, makeKept } from './rotate-backups.ts'
import { backUp } from './run-backup.ts'

const oldName = (day: number) => `everyday-ai-2025-01-0${day}T00-00-00-000Z.tar.gz`

test('an admin makes a backup, finds it in the list and takes it; the folder and the file are closed to others', async () => {
  const dataDir = await temporaryFolder()
  const { server, cookie } = await startSignedIn({
    jobPause: 0.5,
    env: { DATA_DIR: dataDir, BACKUPS_KEEP: '3' },
  })
  const list = async () => (await server.send('/api/settings/backups', { cookie })).json()
  expect(await list()).toEqual({
    keep: 3,
    backups: [],
    last: null,
    ledgerProblem: null,
    pictures: 'included',
  })

  const response = await server.send('/api/settings/backups', { method: 'POST', cookie })
  expect(response.status).toBe(200)
  const made = await response.json()
  expect(made).toMatchObject({ backups: [{ name: expect.any(String) }], last: { problem: null } })
  expect(Date.parse(made.last.finishedAt)).not.toBeNaN()
  expect(await list()).toEqual(made)

  const folder = join(dataDir, 'backups')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const [{ name, bytes }] = made.backups
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)

  const file = await server.send(backupPaths.file(name), { cookie })
  expect(file.headers.get('cache-control')).toBe('no-store')
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  const taken = join(dataDir, 'taken.tar.gz')
  await writeFile(taken, await file.bytes())
  expect((await stat(taken)).size).toBe(bytes)
  expect((await readArchive(taken)).sums.tables.users?.rows).toBe(1)
  expect(await server.query('select action from activity order by id')).toEqual([
    { action: 'backup-made' },
    { action: 'backup-downloaded' },
  ])
  expect(server.logged.join('')).not.toContain('Ann Admin')

  await writeFile(join(dataDir, 'secret'), 'x')
  for (const other of ['..%2Fsecret', '..%2F..%2Fsecret', `${name}x`, '%2Fetc%2Fpasswd', 'taken.tar.gz'])
    expect((await server.send(backupPaths.file(other), { cookie })).status, other).toBe(404)
})

test('the newest N are kept, whatever other files are there, and none goes before a new one is there', async () => {
  const { connectionString, instance } = await startTestServer()
  const folder = join(await temporaryFolder(), 'backups')
  const options = { connectionString, media: instance.media, folder }
  expect(await makeKept({ ...options, keep: 3 })).toMatchObject({ bytes: expect.any(Number) })
  for (const day of [1, 2, 3, 4]) await writeFile(join(folder, oldName(day)), 'old')
  for (const name of ['notes.txt', `${oldName(5)}.77.part`]) await writeFile(join(folder, name), 'x')

  const away = connectionString.replace(/\/[^/?]+(\?|$)/, '/postgres$1')
  await expect(makeKept({ ...options, connectionString: away, keep: 3 })).rejects.toThrow(
    'nothing to back up',
  )
  expect((await listKept(folder)).slice(1).map(({ name }) => name)).toEqual([4, 3, 2, 1].map(oldName))

  const second = await makeKept({ ...options, keep: 3 })
  const names = (await listKept(folder)).map(({ name }) => name)
  expect(names).toEqual([second?.name, expect.any(String), oldName(4)])
  expect(names[1]).not.toBe(oldName(3))
  expect((await readdir(folder)).filter((name) => !names.includes(name))).toEqual(['notes.txt'])
})

test('of several that would make one at once, one does', async () => {
  const { connectionString, instance } = await startTestServer()
  const folder = join(await temporaryFolder(), 'backups')
  const lock = new pg.Client({ connectionString })
  await lock.connect()
  await lock.query('select pg_advisory_lock(7318203)')
  const options = { connectionString, media: instance.media, folder, keep: 3 }
  expect(await makeKept(options)).toBeUndefined()
  const { db, media } = instance
  const config = { backupsFolder: folder, backupsKeep: 3 }
  const { signal } = new AbortController()
  await backUp({ config, db, connectionString, media, signal })
  expect(await findLast(db)).toBeUndefined()
  await lock.query('select pg_advisory_unlock(7318203)')
  expect(await makeKept(options)).toBeDefined()
  await lock.end()
})

test('a backup that fails says why, and what is switched off is not made', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'backups'), 'in the way')
  const { server, cookie } = await startSignedIn({ jobPause: 0.5, env: { DATA_DIR: dataDir } })
  const failed = await (await server.send('/api/settings/backups', { method: 'POST', cookie })).json()
  expect(failed).toMatchObject({ backups: [], last: { finishedAt: expect.any(String) } })
  expect(failed.last.problem).toMatch(
    /^A file is in the way of the folder .*\. Move it away, then try again\.$/,
  )

  const off = await startTestServer({
    env: { DATA_DIR: dataDir, BACKUPS_KEEP: '0' },
    connectionString: server.connectionString,
  })
  const refused = await off.send('/api/settings/backups', { method: 'POST', cookie })
  expect(refused.status).toBe(409)
  expect((await refused.json()).detail).toContain('Set BACKUPS_KEEP')
})

test('an admin is told that the list of deletions cannot be read, until it can be', async () => {
  const dataDir = await temporaryFolder()
  const { server, cookie } = await startSignedIn({ env: { DATA_DIR: dataDir } })
  const config = { backupsFolder: join(dataDir, 'backups') }
  const copy = () => copyDeletions({ features, config, db: server.instance.db })
  const told = async () =>
    (await (await server.send('/api/settings/backups', { cookie })).json()).ledgerProblem
  const file = join(config.backupsFolder, 'deletions-0123456789ab.json')
  await mkdir(file, { recursive: true })
  await expect(copy()).rejects.toThrow('can’t be read')
  expect(await told()).toBe(
    `The list of deletions ${file} can’t be read. Change its owner to the user that the app runs as.`,
  )
  await rm(file, { recursive: true })
  await copy()
  expect(await told()).toBeNull()
})

test.runIf(process.getuid?.() === 0)('what root writes belongs to whom the folder belongs', async () => {
  const folder = await temporaryFolder()
  await chown(folder, 1234, 1234)
  const backups = join(folder, 'backups')
  await writeLedgerFile(backups, { key: 'key', rows: [] })
  for (const path of [backups, ...(await readdir(backups)).map((name) => join(backups, name))])
    expect((await stat(path)).uid, path).toBe(1234)
  expect(await readdir(backups)).toHaveLength(1)
})

test('the privacy page and the receipt say what becomes of deleted data in backups, by the setting', async () => {
  const privacy = async (server: TestServer) => (await server.send(paths.privacyPolicy)).text()
  const two = await startTestServer({ env: { BACKUPS_KEEP: '2' } })
  expect(backupWords(2)).toContain('keep the newest 2, so it is gone from there after 2 days')
  expect(await privacy(two)).toContain(backupWords(2))
  const { connectionString } = two
  const none = await startTestServer({ env: { BACKUPS_KEEP: '0' }, connectionString })
  expect(await privacy(none)).toContain(backupWords(0))
  expect(backupWords(0)).not.toMatch(/\d|each day/)

  await two.query(
    `insert into data_links (token_hash, email, expires_at)
     values (encode(sha256('token'), 'hex'), 'ann@example.org', now() + interval '1 day')`,
  )
  const link = privacyPaths.dataLink('token')
  await two.send(link, { method: 'POST' })
  expect(await (await two.send(link)).text()).toContain(backupWords(2))
  expect(await (await none.send(link)).text()).toContain(backupWords(0))
})
