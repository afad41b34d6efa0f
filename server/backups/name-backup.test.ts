import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createFolder, createSource, withClient } from '../../tests/helpers/backups.ts'
import { createTestDatabase } from '../../tests/helpers/test-database.ts'
import { NewerDatabaseError } from '../db/migrate.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { nameBackupToRestore } from './name-backup.ts'
import { makeKept } from './rotate-backups.ts'

const nextMigration = 2_000_000_000_000
const addMigration = (connectionString: string) =>
  withClient(connectionString, (client) =>
    client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', $1)`, [
      nextMigration,
    ]),
  )
const failToPrepare = (connectionString: string) =>
  prepareDatabase(connectionString).then(
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

test('the message names the newest backup that this version can restore', async () => {
  const { connectionString, media } = await createSource()
  const folder = await createFolder()
  const make = () => makeKept({ connectionString, media, folder, keep: 5 })
  await make()
  const fitting = await make()
  await addMigration(connectionString)

  const error = await failToPrepare(connectionString)

  const named = (await nameBackupToRestore(error, folder)) as Error
  expect(named.message).toContain(`npm run restore -- ${join(folder, fitting?.name ?? '')} --replace`)
})

test('without such a backup the message says so', async () => {
  const folder = await createFolder()
  const named = (await nameBackupToRestore(new NewerDatabaseError(), folder)) as Error
  expect(named.message).toContain(`No backup in ${folder} fits this version`)
})

test('other errors stay as they are', async () => {
  const error = new Error('other')
  expect(await nameBackupToRestore(error, '/nowhere')).toBe(error)
})
