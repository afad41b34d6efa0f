import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { isDatabaseAway, openClient } from '../../../core/server/db/connect.ts'
import {
  applyMigrations,
  checkMigration,
  findCreatedTables,
  findLastMigration,
  tryMigrationLock,
} from '../../../core/server/db/migrate.ts'
import { prepareDatabase } from '../../../core/server/jobs/prepare-database.ts'
import { StartError } from '../../../core/server/start-error.ts'
import type { Feature, OldDatabase } from '../../manifest/feature.ts'
import { deleteFile, deleteFiles, hasFile, type MediaStore, storeFile } from '../../media/server/store.ts'
import { folderOf } from '../../media/server/stored-rows.ts'
import { applyLedger, type Ledger, readLedger } from '../../privacy/server/deletion-ledger.ts'
import { recordActivity } from './actions.ts'
import { readArchive } from './archive.ts'
import type { Checksums, Header } from './archive-format.ts'
import { listTables, type Table } from './table-rows.ts'
import { tablesLeftOut } from './write-backup.ts'

/** A backup file that has been verified */
export type CheckedBackup = { file: string; about: Header }

/**
 * Reads and verifies a whole backup.
 * @throws StartError if the file is damaged, not a backup of this app, or newer than this app
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const { about } = await readArchive(file)
  const migration = checkMigration(about.migration)
  if (migration === 'too old')
    throw new StartError(
      `The backup ${file} was made by an early development version of this app, and this version can’t restore it.`,
    )
  if (migration === 'too new')
    throw new StartError(
      `The backup ${file} was made by a newer version of this app. Update the app, then restore it.`,
    )
  return { file, about }
}

type Options = {
  features: Feature[]
  backup: CheckedBackup
  connectionString: string
  media: MediaStore
  /** True if the content of the database may be replaced */
  replace: boolean
  /** Deletion ledgers (hashes of deleted people) from outside of the database */
  ledgers: Ledger[]
}

/**
 * Restores a backup in one transaction, verifying it again.
 * @throws StartError with a message for the operator
 */
export async function restoreBackup(options: Options) {
  const restored = await replaceAll(options)
  const jobs = options.features.flatMap(({ jobs = [] }) => jobs.map(({ job }) => job))
  // Creates the tables of the job queue, which are not part of the backup.
  await prepareDatabase(options.connectionString, jobs)
  return restored
}

async function replaceAll(options: Options) {
  const { features, backup, connectionString, media, replace, ledgers } = options
  const client = await openClient(connectionString, 'everyday-ai restore')
  const addedFiles = new Set<string>()
  try {
    await refuseWhileInUse(client)
    const before = await lookBack(client, features)
    if (!replace) await refuseIfFilled(client, before.tables)
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { about, sums } = await load(client, {
      file: backup.file,
      media,
      addedFiles,
      before: before.tables,
    })
    const db = drizzle(client)
    const all = before.ledger ? [...ledgers, before.ledger] : ledgers
    // Access ends first, because the data of a colleague is deleted only once their access has ended.
    for (const endAgain of before.endAgain) await endAgain(client)
    let peopleDeleted = 0
    for (const ledger of all) peopleDeleted += await applyLedger(db, features, ledger)
    const stopped: Record<string, number> = {}
    for (const { restore } of features.toReversed()) Object.assign(stopped, await restore?.stop?.(db))
    const unneeded = await findUnneeded(client, before.pictures)
    await recordActivity(db, { action: 'backup-restored', by: 'command', details: { madeAt: about.madeAt } })
    await client.query('commit')
    addedFiles.clear()
    return {
      madeAt: about.madeAt,
      rows: Object.values(sums.tables).reduce((sum, { rows }) => sum + rows, 0),
      pictures: sums.pictures.files,
      picturesMissing: sums.picturesMissing,
      /** False if pictures are stored elsewhere and not part of backups */
      hasPictures: about.pictures === 'included',
      /** Number of people who were deleted again */
      peopleDeleted,
      /** Numbers of what was in progress at the time of the backup and is now paused, such as emails */
      stopped,
      /** Number of pictures of the replaced database whose files could not be removed */
      picturesLeft: await removePictures(media, unneeded),
      /** Deletion ledger of the replaced database */
      oldLedger: before.ledger,
    }
  } catch (error) {
    // Closing the connection also rolls back the transaction, even during a COPY.
    await client.end().catch(() => {})
    for (const key of addedFiles) await deleteFile(media, key).catch(() => {})
    throw explain(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Refuses while any instance uses the database, which may be on another machine. */
async function refuseWhileInUse(client: pg.Client): Promise<void> {
  // The connections of a process that has just ended may still be listed.
  for (const until = Date.now() + 2000; ; await sleep(100)) {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name like 'everyday-ai%' and pid <> pg_backend_pid()`,
    )
    if (rows.length === 0 && (await tryMigrationLock(client))) return
    if (Date.now() > until)
      throw new StartError('The app is running on this database. Stop it everywhere, then run this again.')
  }
}

/** Tables that the app fills automatically, without any user data */
const unimportant = [...tablesLeftOut, 'settings', 'activity', 'password_links', 'page_views', 'left_out']

async function refuseIfFilled(client: pg.Client, tables: Table[]): Promise<void> {
  const filled: string[] = []
  for (const { name } of tables) {
    if (unimportant.includes(name)) continue
    const { rows } = await client.query(`select 1 from public.${pg.escapeIdentifier(name)} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  if (filled.length === 0) return
  const names = filled.slice(0, 3).join(', ')
  throw new StartError(
    `The database is not empty: there are rows in ${names}${filled.length > 3 ? ' and more' : ''}. Nothing was changed. Add --replace to replace all of it with the backup.`,
  )
}

/** Reads what the restore needs from the old database before it is emptied. */
async function lookBack(client: pg.Client, features: Feature[]) {
  const tables = (await findLastMigration(client)) === undefined ? [] : await listTables(client)
  const has: OldDatabase['has'] = (table, columns = []) => {
    const found = tables.find(({ name }) => name === table)?.columns
    return found !== undefined && columns.every((column) => found.includes(column))
  }
  const old: OldDatabase = {
    has,
    read: async (text, table, columns) => (has(table, columns) ? (await client.query(text)).rows : []),
  }
  const endAgain = []
  for (const { restore } of features) if (restore?.keepEnded) endAgain.push(await restore.keepEnded(old))
  const ledger = has('deletion_ledger') ? await readLedger(drizzle(client)) : undefined
  return { tables, ledger, endAgain, pictures: await listFolders(client, has) }
}

/** The folders of all pictures and files in the media store */
async function listFolders(
  client: pg.Client,
  has: (table: string) => boolean = () => true,
): Promise<string[]> {
  const namesIn = async (table: string) => {
    if (!has(table)) return []
    return (await client.query<{ name: string }>(`select name from public.${table}`)).rows
  }
  const [pictures, files] = [await namesIn('media'), await namesIn('files')]
  return [...pictures.map(({ name }) => name), ...files.map(({ name }) => folderOf(name))]
}

type Loading = { file: string; media: MediaStore; addedFiles: Set<string>; before: Table[] }

/**
 * Empties the database, creates the tables as they were at the time of the backup, fills them from the file, and then
 * applies newer migrations.
 */
async function load(
  client: pg.Client,
  { file, media, addedFiles, before }: Loading,
): Promise<{ about: Header; sums: Checksums }> {
  let keys: ForeignKey[] = []
  let columnsOf = new Map<string, string[]>()
  let open: { table: string; into: CopyStreamQuery } | undefined

  async function finishTable() {
    const into = open?.into
    open = undefined
    if (into) await new Promise<void>((resolve, reject) => into.on('error', reject).end(resolve))
  }

  const read = await readArchive(file, {
    async begin({ migration, tables }) {
      await empty(client, before)
      await applyMigrations(client, migration)
      keys = await dropForeignKeys(client)
      columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
      checkColumns(file, columnsOf, await listTables(client))
    },
    async rows(table, bytes) {
      if (open?.table !== table) {
        await finishTable()
        const columns = columnsOf.get(table) ?? []
        const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
        const into = client.query(copyFrom(`copy public.${pg.escapeIdentifier(table)} (${list}) from stdin`))
        // The `write` or `end` that the error interrupts reports it. Without a listener, it would end the process.
        into.on('error', () => {})
        open = { table, into }
      }
      const { into } = open
      await new Promise<void>((resolve, reject) =>
        into.write(bytes, (error) => (error ? reject(error) : resolve())),
      )
    },
    async picture(key, bytes) {
      await finishTable()
      if (!(await hasFile(media, key))) addedFiles.add(key)
      await storeFile(media, key, bytes)
    },
  })
  await finishTable()
  await restoreForeignKeys(client, keys)
  await setSequences(client, read.sums)
  await checkCounts(client, file, read.sums)
  await applyMigrations(client)
  return read
}

/** Drops our tables, also those that only a newer version knows. */
async function empty(client: pg.Client, tables: Table[]): Promise<void> {
  const names = new Set([...tables.map(({ name }) => name), ...(await findCreatedTables(client))])
  for (const name of names)
    await client.query(`drop table if exists public.${pg.escapeIdentifier(name)} cascade`)
  await client.query('drop schema if exists drizzle cascade')
  await client.query('drop schema if exists pgboss cascade')
}

type ForeignKey = { table: string; name: string; definition: string }

/** Tables that reference each other cannot be filled one after the other, so all foreign keys are dropped. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

async function restoreForeignKeys(client: pg.Client, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

function checkColumns(file: string, backup: Map<string, string[]>, database: Table[]): void {
  const known = new Map(database.map(({ name, columns }) => [name, columns]))
  for (const [table, columns] of backup)
    if (columns.some((column) => !known.get(table)?.includes(column)))
      throw new StartError(
        `The backup ${file} doesn’t fit this version of the app (table ${table}). Nothing was changed. Restore it with the version that made it, then update.`,
      )
}

async function setSequences(client: pg.Client, { sequences }: Checksums): Promise<void> {
  for (const [name, value] of Object.entries(sequences))
    await client.query(
      `select setval(format('public.%I', sequencename)::regclass, $2) from pg_sequences
       where schemaname = 'public' and sequencename = $1`,
      [name, value],
    )
}

async function checkCounts(client: pg.Client, file: string, { tables }: Checksums): Promise<void> {
  for (const [table, { rows: expected }] of Object.entries(tables)) {
    const { rows } = await client.query(
      `select count(*)::int as count from public.${pg.escapeIdentifier(table)}`,
    )
    if (rows[0]?.count !== expected) throw new Error(`${table} of ${file} has not come back whole`)
  }
}

/** Finds pictures of the replaced database that are not in the backup. */
async function findUnneeded(client: pg.Client, before: string[]): Promise<string[]> {
  const kept = new Set(await listFolders(client))
  return before.filter((name) => !kept.has(name))
}

/** Returns the number of pictures that could not be removed. It never throws, because the restore has succeeded. */
async function removePictures(media: MediaStore, names: string[]): Promise<number> {
  let left = 0
  for (const name of names) await deleteFiles(media, name).catch(() => left++)
  return left
}

/** Turns an error of the database or the disk into a message for the operator. */
function explain(error: unknown): unknown {
  if (error instanceof StartError) return error
  const { code, message, cause } = error as NodeJS.ErrnoException
  const inner = (cause as NodeJS.ErrnoException | undefined)?.code
  if ([code, inner].includes('ENOSPC') || code === '53100')
    return new StartError('The disk is full. Nothing was changed. Free some space, then run this again.')
  if (code === '42501')
    return new StartError(
      `The database doesn’t allow it (${message}). Nothing was changed. Make the user in DATABASE_URL the owner of that database, then run this again.`,
    )
  if (isDatabaseAway(error))
    return new StartError(
      'The connection to the database was lost. Nothing was changed. Check that the database is running, then run this again.',
    )
  return error
}
