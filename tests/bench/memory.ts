import { setTimeout as wait } from 'node:timers/promises'
import { sitePages } from '../../app/features.ts'
import { readResidentMegabytes } from '../helpers/resident-memory.ts'
import { launchApp } from './app-process.ts'
import { getOverWire } from './http-response.ts'
import { median } from './median.ts'
import type { Bench, Row } from './row.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const maxMegabytes = 200
const viewsPerPage = 3
const manyViews = 5000
const starts = 3

/** Memory of the server process, which uses the embedded database as `npm start` does */
export const memory: Bench = {
  name: 'memory',
  async measure() {
    const measured: { few: number; many: number }[] = []
    for (let start = 0; start < starts; start++) measured.push(await measureIdle())
    return [
      row(
        `${viewsPerPage * sitePages.length} page views`,
        measured.map(({ few }) => few),
      ),
      row(
        `${manyViews} more`,
        measured.map(({ many }) => many),
      ),
    ]
  },
}

/** Megabytes of the idle server after a few views of each page, and after many */
async function measureIdle(): Promise<{ few: number; many: number }> {
  const app = await launchApp({ DATABASE_URL: '', DATA_DIR: await makeTemporaryFolder() })
  const visit = (index: number) => getOverWire(`${app.url}${sitePages[index % sitePages.length]?.path ?? ''}`)
  for (let view = 0; view < viewsPerPage * sitePages.length; view++) await visit(view)
  await wait(3000)
  const few = readResidentMegabytes(app.pid)
  for (let view = 0; view < manyViews; view++) await visit(view)
  await wait(3000)
  const many = readResidentMegabytes(app.pid)
  await app.stop()
  return { few, many }
}

function row(after: string, measured: number[]): Row {
  const megabytes = median(measured)
  const range = `${Math.min(...measured).toFixed(0)} to ${Math.max(...measured).toFixed(0)}`
  return {
    what: `memory (RSS) of the idle server after ${after}, median of ${starts} starts (${range})`,
    measured: `${megabytes.toFixed(0)} MB`,
    bar: `<= ${maxMegabytes} MB`,
    ok: megabytes <= maxMegabytes,
  }
}
