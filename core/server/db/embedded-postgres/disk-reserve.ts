import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

/**
 * Size of the reserve file: three segments of the write-ahead log. If Postgres cannot create the next segment, it
 * panics, and it cannot restart without space either. The reserve is deleted then, so that at least reading works.
 */
const reserveBytes = 48 * 1024 * 1024
/** No reserve is created below this amount of free space, because it would fill the disk itself. */
const minFreeForReserve = 2 * reserveBytes

type DiskOwner = Pick<Cluster, 'baseDir' | 'durable' | 'log'>

export function isDiskFull({ baseDir }: DiskOwner): boolean {
  return freeBytes(baseDir) < reserveBytes
}

/**
 * True if Postgres can be restarted for writing. Needs more space than `isDiskFull`, so that restarts do not repeat.
 */
export function hasSpaceAgain({ baseDir }: DiskOwner): boolean {
  return freeBytes(baseDir) > minFreeForReserve + reserveBytes
}

export function releaseReserve({ baseDir }: DiskOwner): void {
  rmSync(pathOf(baseDir), { force: true })
}

/** Creates the reserve if it is missing and the disk has space for it. The app also works without it. */
export async function keepReserve({ baseDir, durable, log }: DiskOwner): Promise<void> {
  const path = pathOf(baseDir)
  if (!durable || statSync(path, { throwIfNoEntry: false })) return
  try {
    if (freeBytes(baseDir) < minFreeForReserve) return
    const unfinished = `${path}.tmp`
    const file = await open(unfinished, 'w', 0o600)
    try {
      // Random, because some file systems store zeros without using space.
      const part = randomFillSync(Buffer.allocUnsafe(1024 * 1024))
      for (let written = 0; written < reserveBytes; written += part.length) await file.write(part)
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    log.warn(`The reserve for a full disk couldn’t be created: ${(error as Error).message}`)
  }
}

const pathOf = (baseDir: string) => join(baseDir, 'postgres-reserve')

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
