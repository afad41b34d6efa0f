import { randomFillSync } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

/**
 * Three segments of the write-ahead log. Postgres ends with a PANIC where it cannot make the next one, and without
 * space it cannot start again either. The reserve is given up then, so that it can at least be read from.
 */
const reserveBytes = 48 * 1024 * 1024
/** On a disk with less than that the reserve would be what fills it. */
const minFreeForReserve = 2 * reserveBytes

type Place = Pick<Cluster, 'baseDir' | 'durable' | 'log'>

export function isDiskFull({ baseDir }: Place): boolean {
  return freeBytes(baseDir) < reserveBytes
}

/** More than what makes a disk count as full, or Postgres would be restarted again and again. */
export function hasSpaceAgain({ baseDir }: Place): boolean {
  return freeBytes(baseDir) > minFreeForReserve + reserveBytes
}

export function releaseReserve({ baseDir }: Place): void {
  rmSync(pathOf(baseDir), { force: true })
}

/** Makes the reserve where it is missing and the disk has room for it. The app works without it, too. */
export async function keepReserve({ baseDir, durable, log }: Place): Promise<void> {
  const path = pathOf(baseDir)
  if (!durable || statSync(path, { throwIfNoEntry: false })) return
  try {
    if (freeBytes(baseDir) < minFreeForReserve) return
    const unfinished = `${path}.tmp`
    const file = await open(unfinished, 'w', 0o600)
    try {
      // Random, because some file systems store zeros in no space.
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
