import { spawn } from 'node:child_process'
import { root } from '../../bin/prepare.js'
import { atEnd } from '../helpers/clean-up.ts'
import { freeAddress, stopChild, waitUntilReady } from './app-process.ts'
import { median } from './median.ts'
import type { Bench } from './row.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const starts = 3
const maxSeconds = 3

/** Time of the real `npm start` with its embedded database. The first start, which creates the database, has no bar. */
export const warmStart: Bench = {
  name: 'warm start',
  async measure() {
    const dataDir = await makeTemporaryFolder()
    const first = await timeStart(dataDir)
    const times: number[] = []
    for (let start = 0; start < starts; start++) times.push(await timeStart(dataDir))
    const seconds = median(times)
    return [
      {
        what: `npm start until ready, median of ${starts} (first ${first.toFixed(2)} s)`,
        measured: `${seconds.toFixed(2)} s`,
        bar: `<= ${maxSeconds} s`,
        ok: seconds <= maxSeconds,
      },
    ]
  },
}

/** Starts the app and stops it again. Returns the seconds until it was ready. */
async function timeStart(dataDir: string): Promise<number> {
  const address = await freeAddress()
  const start = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    // The child gets its own process group, so that a signal reaches all its processes, as Ctrl-C in a terminal does.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...address.env, DATABASE_URL: '', DATA_DIR: dataDir },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const { pid } = child
  if (!pid) throw new Error('npm could not be started')
  const stop = atEnd(() => stopChild(child, 'SIGINT', () => process.kill(-pid, 'SIGINT')))
  await waitUntilReady(address.url, child, () => output)
  const seconds = (performance.now() - start) / 1000
  await stop()
  return seconds
}
