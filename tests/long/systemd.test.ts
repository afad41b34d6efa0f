import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serverEntry } from '../../bin/start-flags.js'
import { photo, pictureForm } from '../../features/media/testing/test-media.ts'
import { createSend } from '../helpers/create-send.ts'
import { findProgram } from '../helpers/find-program.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import { readUnit, startLikeUnit } from '../helpers/systemd-unit.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

// The systemd unit, without systemd as the first process of the machine.

/** Highest accepted exposure on systemd's scale of 0 to 10. systemd calls anything below 5 OK or better. */
const maxExposure = 2

const analyze = findProgram('systemd-analyze')
const strace = findProgram('strace')
const setpriv = findProgram('setpriv')
if (!analyze)
  console.warn('The systemd unit is not tested: there is no systemd-analyze (apt-get install systemd).')
if (!strace || !setpriv)
  console.warn('The filter of system calls is not tested: apt-get install strace util-linux.')

describe.skipIf(!analyze)('the systemd unit', () => {
  test('has no mistakes, and leaves little to attack', async () => {
    const file = await writeUnit()
    expect(runAnalyze('verify', file)).toEqual({ status: 0, output: '' })
    const { status, output } = runAnalyze(
      'security',
      '--offline=true',
      `--threshold=${maxExposure * 10}`,
      '--no-pager',
      file,
    )
    console.log(output.split('\n').find((line) => line.includes('Overall exposure')))
    expect(status, output).toBe(0)
  })

  test.skipIf(!strace || !setpriv)('allows every system call of the server and its database', async () => {
    const folder = await temporaryFolder()
    const user = process.getuid?.() === 0 ? 65534 : (process.getuid?.() ?? 0)
    if (process.getuid?.() === 0) chownSync(folder, user, user)
    const report = join(folder, 'calls')
    const tracer = [strace ?? '', '-f', '-qq', '--seccomp-bpf', '-o', report]
    const ordinary = [setpriv ?? '', '--reuid', `${user}`, '--regid', `${user}`, '--clear-groups']
    const app = await startLikeUnit(
      { ...adminEnvironment, DATA_DIR: join(folder, 'data'), HOME: folder, TMPDIR: folder },
      undefined,
      {
        wrapper: [
          ...(process.getuid?.() === 0 ? ordinary : []),
          ...tracer,
          '-e',
          `trace=!${[...listAllowedCalls()].map((name) => `?${name}`).join(',')}`,
        ],
      },
    )
    await app.isReady()
    const cookie = await signIn(app.url)
    const send = createSend(app.url)
    const uploaded = await send('/api/media', { cookie, body: pictureForm(await photo()) })
    expect(uploaded.status, await uploaded.text()).toBe(201)
    const backup = await send('/api/settings/backups', { method: 'POST', cookie })
    expect(backup.status, await backup.text()).toBeLessThan(300)
    expect((await fetch(app.url)).status).toBe(200)
    app.killGroup('SIGTERM')
    await app.ended
    const calls = readFileSync(report, 'utf8')
      .split('\n')
      .map((line) => /^\d+ +(\w+)\(/.exec(line)?.[1])
      .filter((name) => name !== undefined)
    expect([...new Set(calls)]).toEqual([])
    expect(app.output()).not.toContain('EPERM')
  })
})

async function writeUnit(): Promise<string> {
  const file = join(await temporaryFolder(), 'everyday-ai.service')
  writeFileSync(file, readUnit().text)
  expect(readUnit().text).toContain(serverEntry)
  return file
}

function runAnalyze(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(analyze ?? '', args, { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** The names of the system calls that are left by the lines SystemCallFilter. */
function listAllowedCalls(): Set<string> {
  const groups = readCallGroups()
  const expand = (name: string): string[] =>
    name.startsWith('@') ? (groups.get(name) ?? []).flatMap(expand) : [name]
  const allowed = new Set(expand('@default'))
  for (const [, not, names = ''] of readUnit().text.matchAll(/^SystemCallFilter=(~?)(.+)$/gm))
    for (const name of names.split(' ').flatMap(expand))
      if (not) allowed.delete(name)
      else allowed.add(name)
  expect(allowed.size).toBeGreaterThan(200)
  return allowed
}

/** The groups of system calls, such as `@chown`, with their members. */
function readCallGroups(): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  let members: string[] = []
  for (const line of runAnalyze('syscall-filter', '--no-pager').output.split('\n')) {
    const [, name] = /^(@[\w-]+)/.exec(line) ?? []
    if (name !== undefined) {
      members = []
      groups.set(name, members)
    } else if (/^ {4}[@\w-]+$/.test(line)) members.push(line.trim())
  }
  return groups
}
