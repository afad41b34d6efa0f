import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { createRehearsalFolder, removeRehearsalFolder, sweepRehearsals } from './rehearsal-folder.ts'

/** A pid that no process can have */
const gone = 2 ** 22 + 1
const log = { info: () => {}, warn: () => {} }

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
  const postgres = await startEmbeddedPostgres({ dataDir: copy, log, durable: false })
  const wait = 'setTimeout(() => {}, 600_000)'
  const server = spawn(process.execPath, ['-e', wait, join(path, 'next.log')], { stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', (_, signal) => resolve(signal)))

  expect(await sweepRehearsals(dataDir)).toBe(1)

  expect(await ended).toBe('SIGKILL')
  expect(existsSync(join(dataDir, 'rehearsal'))).toBe(false)
  await postgres.stop()
})

test('without a rehearsal there is nothing to remove', async () => {
  expect(await sweepRehearsals(createDataDir())).toBe(0)
})
