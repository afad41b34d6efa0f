import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { createMachine } from '../fakes/fake-systemd.ts'
import { readBlocks, runBlock } from '../helpers/documented-commands.ts'
import { freePort } from '../helpers/free-port.ts'
import { countVisitors, databaseOf, joinWaitlist, postTo } from '../helpers/operations.ts'

// The commands of docs/deploy/systemd.md, as they are written there. Fakes replace the programs that
// need systemd or root; tests/long/systemd.test.ts checks the unit itself.

const guide = 'docs/deploy/systemd.md'
const [install] = readBlocks(guide, '## Install')
const [backUp] = readBlocks(guide, '## Commands')
const [rehearse, switchOver, goBack, restore] = readBlocks(guide, '## Upgrade')

test('a site is installed, backed up, upgraded, and taken back with systemd', async () => {
  const machine = await createMachine()
  await machine.release('v1.0.0')
  const next = await machine.release('v1.1.0')
  next.replace('package.json', /"version": "[^"]+"/, '"version": "1.99.0"')
  next.addMigration('-- additive\nCREATE TABLE "letters" ("id" serial PRIMARY KEY NOT NULL);')
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { ...machine.env, PORT: String(port), LOG_LEVEL: 'error' }
  const run = (block = '', names: Record<string, string> = {}) => {
    const used = Object.entries(machine.names).filter(([name]) => block.includes(name))
    const replace = { ...Object.fromEntries(used), ...names }
    return runBlock(block, { folder: machine.folder, replace, env })
  }
  const isVersion = (version: string) =>
    vi.waitFor(
      async () =>
        expect(await (await fetch(url + paths.readyz)).json()).toMatchObject({ status: 'ok', version }),
      { timeout: 60_000, interval: 100 },
    )
  const dataDir = join(machine.folder, 'var/lib/everyday-ai')

  await run(install)
  await isVersion('1.0.0')
  expect(statSync(join(machine.folder, 'etc/everyday-ai.env')).mode & 0o777).toBe(0o600)
  await joinWaitlist(1, postTo(url))
  await run(backUp)
  const [backup = ''] = readdirSync(join(dataDir, 'backups'))
  expect(backup).toMatch(/^everyday-ai-.*\.tar\.gz$/)
  await joinWaitlist(2, postTo(url))

  expect(await run(rehearse)).toMatch(/ equal, \d+ changed, 0 broken/)
  await isVersion('1.0.0')
  await run(switchOver)
  await isVersion('1.99.0')
  await joinWaitlist(3, postTo(url))

  await run(goBack)
  await isVersion('1.0.0')
  expect(await countVisitors(databaseOf(dataDir))).toBe(3)

  await run(restore, { 'everyday-ai-....tar.gz': backup })
  await isVersion('1.0.0')
  expect(await countVisitors(databaseOf(dataDir))).toBe(1)
  expect(existsSync(join(machine.folder, 'opt/everyday-ai-1.1.0'))).toBe(true)
})
