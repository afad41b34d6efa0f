import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openClient } from '../../../core/server/db/connect.ts'
import { checkMigration, findLastMigration, NewerDatabaseError } from '../../../core/server/db/migrate.ts'
import { openSnapshot } from '../../../core/server/db/snapshot.ts'
import { saltKey } from '../../../core/server/http/limits/daily-hash.ts'
import { StartError } from '../../../core/server/start-error.ts'
import { keyOf } from '../../media/server/files/files.ts'
import { listFiles, type MediaStore, readStoredFile } from '../../media/server/store.ts'
import { type ArchiveWriter, createArchive } from './archive.ts'
import { newHeader } from './archive-format.ts'
import { lastBackupKey, ledgerProblemKey } from './last-backup.ts'
import { listTables, readSequences } from './table-rows.ts'

/**
 * Tables with temporary data. Users sign in again after a restore, so that no ended session comes back. The job queue
 * has its own schema and is left out, too: each job also runs on a schedule and finds its work in our tables.
 */
export const tablesLeftOut = [
  'sessions',
  'rate_counters',
  'passkey_challenges',
  'pending_sign_ins',
  'totp_setups',
]
export const settingsLeftOut = [saltKey, lastBackupKey, ledgerProblemKey]

type Options = {
  connectionString: string
  media: MediaStore
  /** Must not exist yet */
  file: string
  signal?: AbortSignal | undefined
}

/** Writes a snapshot of everything into one file while the app keeps running. */
export async function writeBackup({ connectionString, media, file, signal }: Options): Promise<void> {
  const client = await openClient(connectionString, 'everyday-ai backup')
  let archive: ArchiveWriter | undefined
  try {
    const madeAt = await openSnapshot(client)
    const migration = await findLastMigration(client)
    if (migration === undefined)
      throw new StartError('The database is empty: there’s nothing to back up. Start the app first.')
    if (checkMigration(migration) === 'too new') throw new NewerDatabaseError()
    const tables = (await listTables(client)).filter(({ name }) => !tablesLeftOut.includes(name))
    const pictures = media.isRemote ? ('elsewhere' as const) : ('included' as const)
    archive = await createArchive(file, newHeader({ madeAt, migration, tables, pictures }))
    for (const { name, columns } of tables) {
      signal?.throwIfAborted()
      const rows = client.query(copyTo(copyStatement(name, columns)))
      for await (const chunk of rows) {
        signal?.throwIfAborted()
        await archive.addRows(name, chunk)
      }
    }
    const hasFiles = tables.some(({ name }) => name === 'files')
    // Sequences are not part of the snapshot. Read after the tables, they are never behind the ids in the snapshot.
    const sequences = await readSequences(client, tables)
    const picturesMissing = media.isRemote
      ? 0
      : await addPictures(client, media, archive, { hasFiles, signal })
    await archive.finish({ sequences, picturesMissing })
  } catch (error) {
    await archive?.discard()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

function copyStatement(table: string, columns: string[]): string {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const name = `public.${pg.escapeIdentifier(table)}`
  if (table !== 'settings') return `copy ${name} (${list}) to stdout`
  const keys = settingsLeftOut.map((key) => pg.escapeLiteral(key)).join(', ')
  return `copy (select ${list} from ${name} where key not in (${keys})) to stdout`
}

/** Adds all pictures, and the files to download. Returns how many have no files, because they can be deleted while the backup runs. */
async function addPictures(
  client: pg.Client,
  media: MediaStore,
  archive: ArchiveWriter,
  { hasFiles, signal }: { hasFiles: boolean; signal: AbortSignal | undefined },
): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    'select name from media where ready_at is not null order by id',
  )
  let missing = 0
  for (const { name } of rows) {
    signal?.throwIfAborted()
    let found = false
    for await (const { key, bytes } of listFiles(media, name)) {
      await archive.addPicture(key, bytes)
      found = true
    }
    if (!found) missing++
  }
  // The database may be that of an older version (`npm run rehearse`).
  if (!hasFiles) return missing
  const { rows: downloads } = await client.query<{ name: string; fileName: string }>(
    `select name, file_name as "fileName" from files where ready_at is not null order by id`,
  )
  for (const download of downloads) {
    signal?.throwIfAborted()
    const key = keyOf(download)
    const bytes = await readStoredFile(media, key)
    if (bytes) await archive.addPicture(key, bytes)
    else missing++
  }
  return missing
}
