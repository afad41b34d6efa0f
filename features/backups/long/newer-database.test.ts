import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { features, jobPlans } from '../../../app/features.ts'
import { checkMigration, NewerDatabaseError } from '../../../core/server/db/migrate.ts'
import { prepareDatabase } from '../../../core/server/jobs/prepare-database.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { createTestDatabase } from '../../../tests/helpers/test-database.ts'
import { readArchive } from '../server/archive.ts'
import { checkBackup, restoreBackup } from '../server/restore.ts'
import { makeKept, nameBackupToRestore } from '../server/rotate-backups.ts'
import { createSource, sumTables, withClient } from '../testing/backups.ts'

const nextMigration = 2_000_000_000_000
/** Applies a migration of a newer version, as that version would. */
const addMigration = (connectionString: string, { isAdditive = false } = {}) =>
  withClient(connectionString, async (client) => {
    await client.query('create table letters (id int primary key)')
    await client.query('alter table users add column fax text')
    await client.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at, is_additive, tables) values ('next', $1, $2, '{letters}')`,
      [nextMigration, isAdditive],
    )
  })
const failToPrepare = (connectionString: string) =>
  prepareDatabase(connectionString, jobPlans).then(
    () => undefined,
    (error: unknown) => error,
  )

test('a database with a migration that this version does not know is refused before any change', async () => {
  const connectionString = await createTestDatabase(inject('templateUrl'))
  await addMigration(connectionString)
  await withClient(connectionString, (client) => client.query('drop schema pgboss cascade'))

  const error = await failToPrepare(connectionString)

  expect(error).toBeInstanceOf(NewerDatabaseError)
  const { rows } = await withClient(connectionString, (client) =>
    client.query(`select 1 from pg_namespace where nspname = 'pgboss'`),
  )
  expect(rows).toEqual([])
})

test('a database with job queues of a newer version is refused before any change', async () => {
  const connectionString = await createTestDatabase(inject('templateUrl'))
  await withClient(connectionString, (client) =>
    client.query('update pgboss.version set version = version + 1'),
  )
  const before = await sumTables(connectionString)

  expect(await failToPrepare(connectionString)).toBeInstanceOf(NewerDatabaseError)
  expect(await sumTables(connectionString)).toEqual(before)
})

test('a database with an additive migration of a newer version is used and backed up', async () => {
  const { connectionString, media } = await createSource()
  await addMigration(connectionString, { isAdditive: true })
  const folder = await temporaryFolder()

  expect(await failToPrepare(connectionString)).toBeUndefined()
  const kept = await makeKept({ connectionString, media, folder, keep: 5 })

  const { about } = await readArchive(join(folder, kept?.name ?? ''))
  expect(checkMigration(about.migration)).toBe('known')
  expect(JSON.stringify(about)).not.toMatch(/"letters"|"fax"/)
})

test.for([true, false])(
  'a restore removes what a newer version has added (additive: %s)',
  async (isAdditive) => {
    const { connectionString, media } = await createSource()
    const folder = await temporaryFolder()
    const kept = await makeKept({ connectionString, media, folder, keep: 5 })
    const before = await sumTables(connectionString)
    await addMigration(connectionString, { isAdditive })

    const backup = await checkBackup(join(folder, kept?.name ?? ''))
    await restoreBackup({ features, backup, connectionString, media, replace: true, ledgers: [] })

    const after = await sumTables(connectionString)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(after.users).toEqual(before.users)
  },
)

test('the message names the newest backup that this version can restore', async () => {
  const { connectionString, media } = await createSource()
  const folder = await temporaryFolder()
  const make = () => makeKept({ connectionString, media, folder, keep: 5 })
  await make()
  const fitting = await make()
  await addMigration(connectionString)

  const error = await failToPrepare(connectionString)

  const named = (await nameBackupToRestore(error, folder)) as Error
  expect(named.message).toContain(`npm run restore -- ${join(folder, fitting?.name ?? '')} --replace`)
})

test('without such a backup the message says so', async () => {
  const folder = await temporaryFolder()
  const named = (await nameBackupToRestore(new NewerDatabaseError(), folder)) as Error
  expect(named.message).toContain(`No backup in ${folder} fits this version`)
})

test('other errors stay as they are', async () => {
  const error = new Error('other')
  expect(await nameBackupToRestore(error, '/nowhere')).toBe(error)
})
