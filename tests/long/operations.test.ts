import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keptSettings, sumTables, withClient } from '../../features/backups/testing/backups.ts'
import type { MediaItem } from '../../features/media/contract/media.ts'
import { readBlocks, runAndStart, runBlock } from '../helpers/documented-commands.ts'
import { createEmptyDatabase } from '../helpers/empty-database.ts'
import { admin } from '../helpers/launch-server.ts'
import { countVisitors, databaseOf, joinWaitlist, postTo, pressControlC } from '../helpers/operations.ts'
import { copyProject } from '../helpers/project-copy.ts'
import { signInOwner } from '../helpers/restartable-site.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import { startApp } from '../helpers/started-app.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

// The commands of docs/operations.md, as they are written there.

const guide = 'docs/operations.md'

/** Installs the app in a folder, with a file `.env`. */
async function install(folder: string, settings: Record<string, string>): Promise<string> {
  await copyProject(folder)
  const lines = Object.entries({ LOG_LEVEL: 'error', ...settings }).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`)
  return folder
}

async function start(folder: string) {
  const app = await startApp({}, undefined, undefined, folder)
  await app.isReady()
  return app
}

/** Waits until all sample posts have their pictures, which are made while the site already responds. */
async function waitForPictures(connectionString: string): Promise<void> {
  const countBare = () =>
    withClient(
      connectionString,
      async (client) => (await client.query('select from blog_posts where image_url is null')).rowCount,
    )
  await expect.poll(countBare, { timeout: 120_000 }).toBe(0)
}

test('a site moves to another machine with its pictures, settings, and deletions', async () => {
  const [backUp, restore] = readBlocks(guide, '## Move to another machine')
  const folder = await temporaryFolder()
  const settings = { ...adminEnvironment, SITE_NAME: 'Harbor Helpers', SEED: 'sample' }
  const oldFolder = await install(join(folder, 'old'), settings)
  const oldData = join(oldFolder, 'data')
  const old = await start(oldFolder)
  for (const number of [1, 2]) await joinWaitlist(number, postTo(old.url))
  await waitForPictures(databaseOf(oldData))
  const where = { settings: keptSettings }
  const before = await sumTables(databaseOf(oldData), where)
  await pressControlC(old)
  await runBlock(backUp, { folder: oldFolder })
  // Someone is deleted between the backup and the move.
  const again = await start(oldFolder)
  const { send, access } = await signInOwner(again)
  const deleted = await send('/api/people/waitlist/2', { method: 'DELETE', ...access })
  expect(deleted.status).toBe(204)
  // A job writes the file.
  const backups = join(oldData, 'backups')
  const listLedgers = () =>
    existsSync(backups) ? readdirSync(backups).filter((name) => /^deletions-.*\.json$/.test(name)) : []
  await expect.poll(listLedgers, { timeout: 60_000 }).toHaveLength(1)
  const ledgers = listLedgers()
  await pressControlC(again)

  const newFolder = join(folder, 'new')
  await copyProject(newFolder)
  for (const name of ['site.tar.gz', '.env']) await copyFile(join(oldFolder, name), join(newFolder, name))
  for (const name of ledgers) await copyFile(join(backups, name), join(newFolder, name))
  const moved = await runAndStart(restore, { folder: newFolder })

  const after = await sumTables(databaseOf(join(newFolder, 'data')), where)
  for (const table of ['blog_posts', 'post_revisions', 'media', 'users'])
    expect(after[table], table).toEqual(before[table])
  expect(await (await fetch(moved.url)).text()).toContain(settings.SITE_NAME)
  const cookie = await signIn(moved.url)
  const read = async (path: string) => (await fetch(moved.url + path, { headers: { cookie } })).json()
  const pictures = (await read('/api/media')) as MediaItem[]
  expect(pictures.length).toBeGreaterThan(2)
  for (const { src } of pictures) {
    const picture = await fetch(moved.url + src)
    expect(picture.status, src).toBe(200)
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  }
  const people = (await read('/api/training-waitlist')) as { email: string }[]
  expect(people.map(({ email }) => email)).toEqual(['visitor1@example.org'])
})

test('a site changes from the embedded database to another one', async () => {
  const [backUp, restore] = readBlocks(guide, '## Change from the embedded database to your own')
  const outside = await startTemporaryPostgres()
  onTestFinished(() => outside.stop())
  const folder = await install(join(await temporaryFolder(), 'site'), { SEED: 'none' })
  const embedded = await start(folder)
  for (let number = 1; number <= 3; number++) await joinWaitlist(number, postTo(embedded.url))
  await pressControlC(embedded)
  await runBlock(backUp, { folder })

  const connectionString = await createEmptyDatabase(outside.connectionString)
  appendFileSync(join(folder, '.env'), `DATABASE_URL=${connectionString}\n`)
  await runAndStart(restore, { folder })
  expect(await countVisitors(connectionString)).toBe(3)
})

test('a backup replaces what came after it, and a forgotten password is reset', async () => {
  const [restore] = readBlocks(guide, '## Restore a backup')
  const folder = await install(join(await temporaryFolder(), 'site'), { ...adminEnvironment, SEED: 'none' })
  const app = await start(folder)
  await joinWaitlist(1, postTo(app.url))
  await runBlock('npm run backup\n', { folder })
  await joinWaitlist(2, postTo(app.url))
  await pressControlC(app)
  const [name = ''] = readdirSync(join(folder, 'data/backups')).filter((file) => file.endsWith('.tar.gz'))

  const replace = { 'everyday-ai-....tar.gz': name }
  const restored = await runAndStart(restore, { folder, replace })
  expect(await countVisitors(databaseOf(join(folder, 'data')))).toBe(1)

  const output = await runBlock(`npm run admin -- reset-password ${admin.username}\n`, { folder })
  await expect(signIn(restored.url)).rejects.toThrow()
  expect(output).toContain(admin.username)
})
