import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { createRehearsalFolder, removeRehearsalFolder, sweepRehearsals } from './rehearsal-folder.ts'

/** A pid that no process can have */
const gone = 2 ** 22 + 1
const log = { info: () => {}, warn: () => {} }

const writeOwner = (path: string, owner: object) =>
  writeFileSync(join(path, 'owner.json'), JSON.stringify(owner))

function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'everyday-ai-sweep-'))
  chmodSync(dataDir, 0o711)
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

test('the folder of a living rehearsal stays', async () => {
  const dataDir = createDataDir()
  const { path } = createRehearsalFolder(dataDir)

  expect(await sweepRehearsals(dataDir)).toBe(0)
  expect(existsSync(path)).toBe(true)

  await removeRehearsalFolder(dataDir, path)
  expect(existsSync(join(dataDir, 'rehearsal'))).toBe(false)
})

test('the folder of a killed rehearsal is removed with its processes and its cluster', async () => {
  const dataDir = createDataDir()
  const path = join(dataDir, 'rehearsal', `${gone}-1`)
  const copy = join(path, 'next')
  mkdirSync(copy, { recursive: true, mode: 0o711 })
  writeFileSync(join(path, 'backup.tar.gz'), 'personal data')
  writeOwner(path, { host: hostname(), pid: gone, commandLine: 'node rehearse' })
  const postgres = await startEmbeddedPostgres({ dataDir: copy, log, durable: false })
  const wait = 'setTimeout(() => {}, 600_000)'
  const server = spawn(process.execPath, ['-e', wait, join(path, 'next.log')], { stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', (_, signal) => resolve(signal)))

  expect(await sweepRehearsals(dataDir)).toBe(1)

  expect(await ended).toBe('SIGKILL')
  expect(existsSync(join(dataDir, 'rehearsal'))).toBe(false)
  await postgres.stop()
})

test.for<[string, object, number, number]>([
  ['whose pid another program has now', { host: hostname(), pid: 1, commandLine: 'node rehearse' }, 0, 1],
  ['of another container that was heard a moment ago', { host: 'other', pid: gone }, 0, 0],
  ['of another container that has been silent for minutes', { host: 'other', pid: gone }, 200, 1],
  ['without an owner', {}, 0, 1],
])('a rehearsal %s', ([, owner, secondsAgo, swept]) => {
  const dataDir = createDataDir()
  const path = join(dataDir, 'rehearsal', 'one')
  mkdirSync(path, { recursive: true })
  writeOwner(path, owner)
  const lastSign = Date.now() / 1000 - secondsAgo
  utimesSync(path, lastSign, lastSign)

  return expect(sweepRehearsals(dataDir)).resolves.toBe(swept)
})

test('without a rehearsal there is nothing to remove', async () => {
  expect(await sweepRehearsals(createDataDir())).toBe(0)
})
