import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as serialTest } from 'vitest'
import { createClusterIfMissing } from '../../core/server/db/embedded-postgres/cluster.ts'
import { choosePlacement } from '../../core/server/db/embedded-postgres/placement.ts'
import { EmbeddedPostgresError } from '../../core/server/db/embedded-postgres.ts'
import { prepareDataFolder, query, silentLog } from '../helpers/data-folder.ts'
import { findProgram } from '../helpers/find-program.ts'

/** These tests spend most of their time waiting, so they run in parallel, each with its own data folder. */
const test = serialTest.concurrent

test('a left-over postmaster.pid whose number now belongs to another program does not stop the start', async (context) => {
  const { onCleanup, start } = prepareDataFolder(context)
  const first = await start()
  const lockFile = join(first.dataDir, 'postmaster.pid')
  const content = readFileSync(lockFile, 'utf8')
  const { uid, gid } = statSync(first.dataDir)
  await first.stop()
  // The process runs as the same user, because Postgres ignores a lock file that names another user's process.
  const other = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  onCleanup(() => other.kill())
  writeFileSync(lockFile, content.replace(/^\d+/, String(other.pid)))
  const second = await start()
  expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a half-made postgres.tmp of an interrupted start is cleared', async (context) => {
  const { dataDir, start } = prepareDataFolder(context)
  const workshop = join(dataDir, 'postgres.tmp')
  mkdirSync(join(workshop, 'base'), { recursive: true })
  writeFileSync(join(workshop, 'PG_VERSION'), '18\n')
  mkdirSync(join(workshop, '999999999-abcdef'))
  const database = await start()
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  // If the binaries are in root's home folder, which Postgres cannot read, the data folder also holds a copy of them.
  const left = readdirSync(dataDir).filter((name) => name !== 'postgres-binaries')
  expect(left.sort()).toEqual(['postgres', 'postgres.log'])
})

test('a data folder with a long path, spaces and commas works', async (context) => {
  const { dataDir, start } = prepareDataFolder(context)
  const longDir = join(dataDir, ...Array(6).fill('a folder with quite a long name, and a comma'))
  const database = await start({ dataDir: longDir })
  expect(database.dataDir.length).toBeGreaterThan(250)
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('a data folder that cannot be made is told in one sentence', async (context) => {
  const { dataDir, start } = prepareDataFolder(context)
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  const error = await start({ dataDir: join(file, 'data') }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(EmbeddedPostgresError)
  expect(error).toMatchObject({ code: 'DATA_DIR_UNWRITABLE', message: expect.stringContaining(file) })
})

test('a cluster of another version, and a folder that is no cluster, are refused and left alone', async (context) => {
  const { dataDir, start } = prepareDataFolder(context)
  const dir = join(dataDir, 'postgres')
  mkdirSync(dir, { mode: 0o755 })
  writeFileSync(join(dir, 'PG_VERSION'), '15\n')
  await expect(start()).rejects.toMatchObject({ code: 'DATA_DIR_DAMAGED' })
  writeFileSync(join(dir, 'everyday-ai.password'), 'secret\n')
  await expect(start()).rejects.toMatchObject({ code: 'VERSION_MISMATCH' })
  expect(readFileSync(join(dir, 'PG_VERSION'), 'utf8')).toBe('15\n')
})

test('a failed initdb leaves no cluster and is told with its last lines', async (context) => {
  const { dataDir: baseDir } = prepareDataFolder(context)
  const nativeDir = join(baseDir, 'native')
  mkdirSync(join(nativeDir, 'bin'), { recursive: true })
  writeFileSync(join(nativeDir, 'bin/initdb'), '#!/bin/sh\necho no shared memory >&2\nexit 1\n', {
    mode: 0o755,
  })
  const dir = join(baseDir, 'postgres')
  const cluster = {
    baseDir,
    nativeDir,
    dir,
    dataDir: baseDir,
    runAs: undefined,
    durable: false,
    log: silentLog,
  }
  await expect(createClusterIfMissing(cluster)).rejects.toMatchObject({
    code: 'INITDB_FAILED',
    message: expect.stringContaining('no shared memory'),
  })
  expect(existsSync(dir)).toBe(false)
})

const unshare = findProgram('unshare')

serialTest.runIf(process.getuid?.() === 0 && unshare)(
  'as root, a closed volume is opened and has its cluster; below a closed folder it is refused',
  (context) => {
    const { dataDir } = prepareDataFolder(context)
    const [folder, volume] = [join(dataDir, 'a folder'), join(dataDir, 'a folder/volume')]
    mkdirSync(volume, { recursive: true })
    const entry = new URL('../../core/server/db/embedded-postgres/placement.ts', import.meta.url).href
    const code = `
      import { choosePlacement } from ${JSON.stringify(entry)}
      const log = { info() {}, warn() {} }
      const place = () => choosePlacement(process.argv[1], log, process.argv[2]).baseDir
      try { console.log(place()) } catch (error) { console.log(error.code, error.message) }`
    const script = 'mount -t tmpfs -o mode=700 none "$2" && exec "$1" --input-type=module -e "$3" "$2" "$4"'
    const place = () =>
      execFileSync(
        unshare ?? '',
        ['--mount', 'sh', '-c', script, 'sh', process.execPath, volume, code, join(dataDir, 'system')],
        { encoding: 'utf8' },
      ).trim()
    chmodSync(folder, 0o711)
    expect(place()).toBe(volume)
    chmodSync(folder, 0o700)
    expect(place()).toMatch(/^DATA_DIR_UNWRITABLE .*may not enter the volume .*run "chmod a\+x"/)
    expect(existsSync(join(dataDir, 'system'))).toBe(false)
  },
)

serialTest.runIf(process.getuid?.() === 0)(
  'as root, a closed folder has its cluster elsewhere, now and later',
  (context) => {
    const closed = join(prepareDataFolder(context).dataDir, 'closed')
    const systemDir = join(closed, '../system')
    mkdirSync(closed, { mode: 0o700 })
    const first = choosePlacement(closed, silentLog, systemDir)
    expect(first.baseDir).toMatch(new RegExp(`^${systemDir}/[0-9a-f]{12}$`))
    expect(first.runAs?.uid).toBeGreaterThan(0)

    mkdirSync(join(first.baseDir, 'postgres/base'), { recursive: true })
    chmodSync(closed, 0o711)
    expect(choosePlacement(closed, silentLog, systemDir).baseDir).toBe(first.baseDir)
  },
)
