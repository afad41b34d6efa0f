import { join } from 'node:path'
import { checkMigration, NewerDatabaseError } from '../db/migrate.ts'
import { StartError } from '../start-error.ts'
import { listKept } from './rotate-backups.ts'

/** Adds to the error about a newer database what the operator can restore. Other errors stay as they are. */
export async function nameBackupToRestore(error: unknown, folder: string): Promise<unknown> {
  if (!(error instanceof NewerDatabaseError)) return error
  const file = await findRestorable(folder).catch(() => undefined)
  const advice = file
    ? `To go back, restore the newest backup that fits this version, which loses what was saved since: npm run restore -- ${file} --replace`
    : `No backup in ${folder} fits this version. Start the newer version again.`
  return new StartError(`${error.message}\n${advice}`)
}

/** The newest backup in a folder that this version can restore, by its header */
async function findRestorable(folder: string): Promise<string | undefined> {
  // Loaded on demand, because hardly any start needs it.
  const { readArchiveHeader } = await import('./archive.ts')
  for (const { name } of await listKept(folder)) {
    const header = await readArchiveHeader(join(folder, name)).catch(() => undefined)
    if (header && checkMigration(header.migration) === 'known') return join(folder, name)
  }
  return undefined
}
