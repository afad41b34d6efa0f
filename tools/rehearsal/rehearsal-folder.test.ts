import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { removeRehearsal, silenceMs, sweepRehearsals } from '../../app/sweep-rehearsals.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../../core/server/db/embedded-postgres.ts'
import { silentLog } from '../../tests/helpers/data-folder.ts'
import { temporaryFolder } from '../../tests/helpers/temporary-folder.ts'
import { createRehearsalFolder } from './rehearsal-folder.ts'

/** Changes the last sign of life of a rehearsal. */
function silence(path: string, ms: number): void {
  const lastSign = (Date.now() - ms) / 1000
  utimesSync(path, lastSign, lastSign)
}

test('the folder of a living rehearsal stays', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['setInterval', 'clearInterval'] })
  const dataDir = await temporaryFolder()
  const { path } = createRehearsalFolder(dataDir)
  silence(path, 2 * silenceMs)
  vi.advanceTimersByTime(silenceMs)

  expect(await sweepRehearsals(dataDir)).toBe(0)
  expect(existsSync(path)).toBe(true)

  await removeRehearsal(path)
  expect(existsSync(join(dataDir, 'rehearsal'))).toBe(false)
})

test('the folder of a killed rehearsal is removed with its cluster, and that of another one stays', async () => {
  const dataDir = await temporaryFolder()
  const [killed = '', living = ''] = ['1-1', '2-2'].map((name) => join(dataDir, 'rehearsal', name))
  const copy = join(killed, 'next')
  for (const folder of [copy, living]) mkdirSync(folder, { recursive: true, mode: 0o711 })
  writeFileSync(join(killed, 'backup.tar.gz'), 'personal data')
  const postgres = await startEmbeddedPostgres({ dataDir: copy, log: silentLog, durable: false })
  silence(killed, silenceMs + 1000)
  silence(living, silenceMs - 10_000)

  expect(await sweepRehearsals(dataDir)).toBe(1)

  expect(existsSync(killed)).toBe(false)
  expect(existsSync(living)).toBe(true)
  expect(findRunningPostgres({ dataDir: copy, log: silentLog })).toBeUndefined()
  await postgres.stop()
})

test('without a rehearsal there is nothing to remove', async () => {
  expect(await sweepRehearsals(await temporaryFolder())).toBe(0)
})
