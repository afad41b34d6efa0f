import { setTimeout as wait } from 'node:timers/promises'
import { sitePages } from '../../server/site/pages.ts'
import { readResidentMegabytes } from '../helpers/resident-memory.ts'
import { launchApp } from './app-process.ts'
import { getOverWire } from './http-response.ts'
import { median } from './median.ts'
import type { Bench } from './row.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const mostMegabytes = 150
const viewsPerPage = 3
const starts = 3

/** The server process with the database that it supervises itself, as after `npm start`. */
export const memory: Bench = {
  name: 'memory',
  async measure() {
    const measured: number[] = []
    for (let start = 0; start < starts; start++) measured.push(await measureIdle())
    const megabytes = median(measured)
    const range = `${Math.min(...measured).toFixed(0)} to ${Math.max(...measured).toFixed(0)}`
    return [
      {
        what: `memory (RSS) of the idle server after ${viewsPerPage * sitePages.length} page views, median of ${starts} starts (${range})`,
        measured: `${megabytes.toFixed(0)} MB`,
        bar: `<= ${mostMegabytes} MB`,
        ok: megabytes <= mostMegabytes,
      },
    ]
  },
}

async function measureIdle(): Promise<number> {
  const app = await launchApp({ DATABASE_URL: '', DATA_DIR: await makeTemporaryFolder() })
  for (let view = 0; view < viewsPerPage; view++)
    for (const page of sitePages) await getOverWire(`${app.url}${page.path}`)
  await wait(3000)
  const megabytes = readResidentMegabytes(app.pid)
  await app.stop()
  return megabytes
}
