import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { openClient } from '../../../core/server/db/connect.ts'
import { checkMigration, NewerDatabaseError } from '../../../core/server/db/migrate.ts'
import { StartError } from '../../../core/server/start-error.ts'
import type { MediaStore } from '../../media/server/store.ts'
import type { KeptBackup } from '../contract/backups.ts'
import { explainFolder, giveToOwnerOf, makeFolder, syncFolder } from './backup-folder.ts'

/** Key of the advisory lock, an arbitrary number that no other lock in the database uses */
const backupLock = 7_318_203

const namePattern = /^everyday-ai-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.tar\.gz$/
const nameOf = (moment: Date) => `everyday-ai-${moment.toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`

/** Lists the backups in a folder, newest first. The time of a backup is in its name. */
export async function listKept(folder: string): Promise<KeptBackup[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  const kept: KeptBackup[] = []
  for (const name of names.sort().reverse()) {
    const [, day, hours, minutes, seconds, ms] = namePattern.exec(name) ?? []
    if (!day) continue
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (file) kept.push({ name, madeAt: `${day}T${hours}:${minutes}:${seconds}.${ms}Z`, bytes: file.size })
  }
  return kept
}

type Options = {
  connectionString: string
  media: MediaStore
  folder: string
  /** Number of backups to keep. 0 means that old backups are never deleted. */
  keep: number
  /** Called as soon as this process has the lock */
  onBegin?: () => Promise<void>
  signal?: AbortSignal | undefined
}

/** Makes a backup in the folder and deletes the oldest ones. Returns undefined if another process is making one. */
export async function makeKept(options: Options): Promise<KeptBackup | undefined> {
  const { connectionString, folder, keep } = options
  // If this connection and its lock are lost, two backups may be made at once, which is harmless.
  const lock = await openClient(connectionString, 'everyday-ai backup lock')
  try {
    const { rows } = await lock.query('select pg_try_advisory_lock($1) as taken', [backupLock])
    if (!rows[0]?.taken) return undefined
    await options.onBegin?.()
    await makeFolder(folder)
    await clearLeftovers(folder)
    const file = join(folder, nameOf(new Date()))
    await makeBackup({ ...options, file })
    const kept = await listKept(folder)
    if (keep > 0) for (const { name } of kept.slice(keep)) await rm(join(folder, name), { force: true })
    return kept.find(({ name }) => name === basename(file))
  } finally {
    await lock.end().catch(() => {})
  }
}

/** Writes a backup to a temporary file, verifies it, and renames it. */
export async function makeBackup({
  file,
  ...options
}: Omit<Options, 'folder' | 'keep' | 'onBegin'> & { file: string }) {
  // Loaded on demand, because these modules are needed once a day.
  const [{ writeBackup }, { readArchive }] = await Promise.all([
    import('./write-backup.ts'),
    import('./archive.ts'),
  ])
  const part = `${file}.${process.pid}.part`
  try {
    await writeBackup({ ...options, file: part })
    await readArchive(part)
    await giveToOwnerOf(dirname(file), part)
    await rename(part, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw explainFolder(dirname(file), error)
  }
}

/** Deletes temporary files that a crash has left. Must only be called while holding the lock. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^everyday-ai-.*\.tar\.gz\.\d+\.part$/.test(name)) await rm(join(folder, name), { force: true })
}

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
