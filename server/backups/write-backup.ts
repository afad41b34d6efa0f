import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { findLastMigration } from '../db/migrate.ts'
import { oneRow } from '../db/one-row.ts'
import { saltKey } from '../http/limits/daily-hash.ts'
import { listFiles, type MediaStore } from '../media/store.ts'
import { StartError } from '../start-error.ts'
import { type ArchiveWriter, createArchive } from './archive.ts'
import { newHeader } from './archive-format.ts'
import { lastBackupKey, ledgerProblemKey } from './last-backup.ts'
import { listTables, readSequences } from './table-rows.ts'

/**
 * What belongs to the moment and not to the records. Sessions: everybody signs in again, so that no sign-in which was
 * ended comes back. The job queue lies in a schema of its own and stays out whole: each job runs by its hours, too, and
 * finds what is left to do in our tables.
 */
const tablesLeftOut = ['sessions', 'rate_counters']
export const settingsLeftOut = [saltKey, lastBackupKey, ledgerProblemKey]

type Options = {
  connectionString: string
  media: MediaStore
  /** Written anew. */
  file: string
  signal?: AbortSignal | undefined
}

/** Writes everything as it stands at one moment into one file, while the app goes on. */
export async function writeBackup({ connectionString, media, file, signal }: Options): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'everyday-ai backup',
  })
  // Reported by the query that it interrupts.
  client.on('error', () => {})
  await client.connect()
  let archive: ArchiveWriter | undefined
  try {
    const madeAt = await openSnapshot(client)
    const migration = await findLastMigration(client)
    if (migration === undefined)
      throw new StartError('The database is empty: there’s nothing to back up. Start the app first.')
    const tables = (await listTables(client, migration)).filter(({ name }) => !tablesLeftOut.includes(name))
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
    // Asked after the tables, because they do not belong to the snapshot: never behind an id that is in it.
    const sequences = await readSequences(client, tables)
    const picturesMissing = media.isRemote ? 0 : await addPictures(client, media, archive, signal)
    await archive.finish({ sequences, picturesMissing })
  } catch (error) {
    await archive?.discard()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Everything that is read from here on is of one moment, however long it takes and whoever writes. */
async function openSnapshot(client: pg.Client): Promise<string> {
  await client.query('begin transaction isolation level repeatable read read only')
  // What a role or a server has set must not cut it off, or change how values are written.
  for (const setting of [
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
    'row_security = off',
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
    `timezone = 'UTC'`,
  ])
    await client.query(`set local ${setting}`)
  const { rows } = await client.query<{ now: Date }>('select now() as now')
  return oneRow(rows).now.toISOString()
}

function copyStatement(table: string, columns: string[]): string {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const name = `public.${pg.escapeIdentifier(table)}`
  if (table !== 'settings') return `copy ${name} (${list}) to stdout`
  const keys = settingsLeftOut.map((key) => pg.escapeLiteral(key)).join(', ')
  return `copy (select ${list} from ${name} where key not in (${keys})) to stdout`
}

/** Gives the number of pictures that are gone: whoever deletes one meanwhile does not wait for us. */
async function addPictures(
  client: pg.Client,
  media: MediaStore,
  archive: ArchiveWriter,
  signal: AbortSignal | undefined,
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
  return missing
}
