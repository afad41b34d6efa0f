import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { placeElsewhere, systemDirDefault } from './placement.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { listSocketFolders } from './socket-folder.ts'

/** Stops the Postgres of a data folder and deletes the whole folder, wherever its cluster is. */
export async function removeCluster(dataDir: string, systemDir = systemDirDefault): Promise<void> {
  if (!existsSync(dataDir)) return
  const realDir = realpathSync(dataDir)
  for (const baseDir of [placeElsewhere(realDir, systemDir), realDir]) {
    const folder = join(baseDir, 'postgres')
    if (existsSync(folder)) {
      const dir = realpathSync(folder)
      const postmaster = findPostmaster(dir)
      if (postmaster) await stopPostmaster(dir, postmaster.pid)
      for (const socketDir of listSocketFolders(dir, baseDir))
        rmSync(socketDir, { recursive: true, force: true })
    }
    rmSync(baseDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
