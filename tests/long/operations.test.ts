import { mkdirSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keptSettings, sumTables } from '../helpers/backups.ts'
import { createEmptyDatabase } from '../helpers/empty-database.ts'
import {
  countVisitors,
  databaseOf,
  joinWaitlist,
  postTo,
  runDocumented,
  stopApp,
} from '../helpers/operations.ts'
import { startApp, startedByNode, temporaryFolder } from '../helpers/started-app.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

// The commands of docs/operations.md, as they are written there.

test('a site moves to another machine with its images', async () => {
  const folder = await temporaryFolder()
  const from = { DATA_DIR: join(folder, 'old'), LOG_LEVEL: 'error', SEED: 'sample' }
  const old = await startApp(from, startedByNode)
  await old.isReady()
  await joinWaitlist(1, postTo(old.url))
  const where = { settings: keptSettings }
  const before = await sumTables(databaseOf(from.DATA_DIR), where)
  await stopApp(old)
  const file = join(folder, 'site.tar.gz')
  await runDocumented('backup', [file], from)
  const copied = join(folder, 'copied', 'site.tar.gz')
  mkdirSync(join(folder, 'copied'))
  await copyFile(file, copied)

  const to = { DATA_DIR: join(folder, 'new'), LOG_LEVEL: 'error', SEED: 'none' }
  await runDocumented('restore', [copied], to)
  const moved = await startApp(to, startedByNode)
  await moved.isReady()

  const after = await sumTables(databaseOf(to.DATA_DIR), where)
  for (const table of ['blog_posts', 'training_waitlist', 'post_revisions'])
    expect(after[table], table).toEqual(before[table])
})

test('a site changes from the embedded database to another one', async () => {
  const folder = await temporaryFolder()
  const outside = await startTemporaryPostgres()
  onTestFinished(() => outside.stop())
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', SEED: 'none' }
  const embedded = await startApp(env, startedByNode)
  await embedded.isReady()
  for (let number = 1; number <= 3; number++) await joinWaitlist(number, postTo(embedded.url))
  await stopApp(embedded)
  const file = join(folder, 'site.tar.gz')
  await runDocumented('backup', [file], env)

  const changed = { ...env, DATABASE_URL: await createEmptyDatabase(outside.connectionString) }
  await runDocumented('restore', [file], changed)
  const app = await startApp(changed, startedByNode)
  await app.isReady()

  expect(await countVisitors(changed.DATABASE_URL)).toBe(3)
})
