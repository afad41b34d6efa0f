import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../../bin/prepare.js'
import type { Bench } from './row.ts'

const maxPackages = 450
const maxMegabytes = 700

const record = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })

/** The packages that `npm start` installs, by npm's own record: all but those for tests, which this bench needs */
export const packagesBench: Bench = {
  name: 'packages',
  async measure() {
    const file = join(root, 'node_modules/.package-lock.json')
    const { packages } = record.parse(JSON.parse(readFileSync(file, 'utf8')))
    const started = Object.keys(packages).filter((path) => !packages[path]?.dev)
    const bytes = started.reduce((sum, path) => sum + measureOnDisk(join(root, path)), 0)
    const megabytes = bytes / 1024 / 1024
    return [
      {
        what: 'packages that npm start installs',
        measured: String(started.length),
        bar: `<= ${maxPackages}`,
        ok: started.length <= maxPackages,
      },
      {
        what: 'their size on the disk',
        measured: `${Math.round(megabytes)} MB`,
        bar: `<= ${maxMegabytes} MB`,
        ok: megabytes <= maxMegabytes,
      },
    ]
  },
}

/** Bytes that a file or folder occupies, as `du` counts them. Packages within a package are packages of their own. */
function measureOnDisk(path: string): number {
  const stat = lstatSync(path)
  const names = stat.isDirectory() ? readdirSync(path).filter((name) => name !== 'node_modules') : []
  return names.reduce((sum, name) => sum + measureOnDisk(join(path, name)), stat.blocks * 512)
}
